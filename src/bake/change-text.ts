/** The name of the history of the published changes. */
export const CHANGES = 'changes'

/** The key of the changes of a record. */
export const changeKey = (list: string, id: string): string => `${list} ${id}`

/** Replaces `updatedAtBefore` if that is the time of the record's previous change. */
export const AS_BEFORE = '='
