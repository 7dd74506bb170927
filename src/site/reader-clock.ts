/** The time at which a page is read, by the reader's clock. */
export const readAt = (): number => Date.now()
