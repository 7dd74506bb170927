/** The columns of the tables whose rows are objects of the port, by the names that they have there. */
const COLUMNS = {
  members: ['email', 'role'],
  invitations: ['email', 'role', 'invitedBy', 'createdAt', 'expiresAt'],
  keys: ['id', 'hash', 'name', 'prefix', 'lastFour', 'createdAt', 'revokedAt', 'expiresAt'],
  webhooks: [
    'id',
    'url',
    'filter',
    'createdAt',
    'disabledAt',
    'disabledBecause',
    'rotatedUntil',
    'announced',
    'secret',
    'secretBefore',
  ],
  months: ['month', 'requests', 'answers'],
  notices: ['month', 'meter', 'threshold', 'createdAt', 'attempts', 'nextAttemptAt', 'deliveredAt', 'deliveredBy'],
  entries: ['number', 'at', 'by', 'action', 'subject', 'detail'],
  links: ['hash', 'browser', 'email', 'expiresAt'],
  sessions: ['hash', 'email', 'createdAt', 'seenAt'],
} as const satisfies Record<string, readonly string[]>
type Table = keyof typeof COLUMNS

const snakeCase = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/** Reads rows as objects of the port; `also` are more columns. */
export const select = (table: Table, ...also: string[]): string =>
  `SELECT ${[...COLUMNS[table].map((name) => `${snakeCase(name)} AS ${name}`), ...also].join(', ')} FROM ${table}`

/** Writes an object of the port; what else the row has comes first, `@account` for instance. */
export const insert = (table: Table, ...also: string[]): string => {
  const names = [...also, ...COLUMNS[table]]
  const values = names.map((name) => `@${name}`).join(', ')
  return `INSERT INTO ${table} (${names.map(snakeCase).join(', ')}) VALUES (${values})`
}
