/** Orders texts by their UTF-16 code units: the same order on every machine, unlike `localeCompare`. */
export const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
