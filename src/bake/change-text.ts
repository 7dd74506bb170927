/** The name of the history of the changes that are published. */
export const CHANGES = 'changes'

/** The key of the changes of a record. */
export const changeKey = (list: string, id: string): string => `${list} ${id}`

/** Stands for `updatedAtBefore` where that is the instant of the change of the record before. */
export const AS_BEFORE = '='
