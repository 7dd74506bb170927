/** The columns of tables whose rows are objects of the port, by their names there. */
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
  subscriptions: ['id', 'hash', 'name', 'prefix', 'lastFour', 'createdAt', 'revokedAt', 'list', 'format', 'query'],
  months: ['month', 'requests', 'answers'],
  notices: ['month', 'meter', 'threshold', 'createdAt', 'attempts', 'nextAttemptAt', 'deliveredAt', 'deliveredBy'],
  entries: ['number', 'at', 'by', 'action', 'subject', 'detail'],
  links: ['hash', 'browser', 'email', 'expiresAt'],
  sessions: ['hash', 'email', 'createdAt', 'seenAt'],
} as const satisfies Record<string, readonly string[]>
type Rows = keyof typeof COLUMNS

// Keys and signed addresses share a table, in which the meter finds both by their hashes.
const tableOf = (rows: Rows): string => (rows === 'subscriptions' ? 'keys' : rows)

const snakeCase = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/** Reads rows as objects of the port; `also` are additional columns. */
export const select = (rows: Rows, ...also: string[]): string =>
  `SELECT ${[...COLUMNS[rows].map((name) => `${snakeCase(name)} AS ${name}`), ...also].join(', ')} FROM ${tableOf(rows)}`

/** Writes an object of the port; other columns of the row come first, for example `@account`. */
export const insert = (rows: Rows, ...also: string[]): string => {
  const names = [...also, ...COLUMNS[rows]]
  const values = names.map((name) => `@${name}`).join(', ')
  return `INSERT INTO ${tableOf(rows)} (${names.map(snakeCase).join(', ')}) VALUES (${values})`
}
