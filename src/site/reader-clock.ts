/** The moment at which a page is read, by the clock of the reader's machine. */
export const readAt = (): number => Date.now()
