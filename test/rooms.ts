/**
 * What each room is, and which rooms it may import from. The sentence about a room is the reason for its neighbors, and
 * the message when a file imports from another room.
 */
export interface Room {
  is: string
  mayImport: readonly string[]
}

export const ROOMS: { [room: string]: Room } = {
  schema: { is: 'words and shapes: everything else is said in them, so they know nothing else', mayImport: [] },
  rules: { is: 'pure decisions about words and shapes; time is an argument', mayImport: ['schema'] },
  net: { is: 'says which addresses of the internet may be asked', mayImport: [] },
  records: {
    is: 'reads the dataset and checks its shapes; it decides nothing about content',
    mayImport: ['schema', 'rules'],
  },
  formats: {
    is: 'writes records as tables, calendars and feeds; it knows shapes, not lists',
    mayImport: ['schema', 'rules'],
  },
  ledger: {
    is: 'knows every published record over time; it compares what it is given, and knows no list',
    mayImport: ['schema', 'rules', 'records'],
  },
  resources: {
    is: 'declares the lists, from the records to the published rows; a list knows neither SQL nor HTTP',
    mayImport: ['schema', 'rules', 'records', 'formats'],
  },
  bake: {
    is: 'writes what the lists publish into one database file; nothing here runs while requests are answered',
    mayImport: ['schema', 'rules', 'records', 'formats', 'ledger', 'resources'],
  },
  figures: {
    is: 'answers questions about figures from the published rows; it reads them through the store and knows no SQL',
    mayImport: ['schema', 'rules', 'resources'],
  },
  store: {
    is: 'reads the database file; it shares with the bake only the format of that file',
    mayImport: ['schema', 'rules', 'resources', 'bake', 'figures'],
  },
  metering: { is: 'decides about requests from figures alone; it knows neither people nor stores', mayImport: [] },
  account: { is: 'pure rules of accounts: a store calls them, they never call a store', mayImport: ['metering'] },
  notify: {
    is: 'writes to people and programs of an account through the verbs that it declares, not through a store',
    mayImport: ['metering', 'account', 'net'],
  },
  storage: {
    is: 'the one room that knows both the rules of accounts and their databases; nothing below depends on it',
    mayImport: ['rules', 'metering', 'account', 'notify'],
  },
  answers: {
    is: 'makes AI answers from passages and statements that it is given; it searches nothing itself',
    mayImport: ['rules', 'figures'],
  },
  admin: {
    is: "the maintainers' commands over accounts; data is no concern of theirs",
    mayImport: ['metering', 'account', 'notify', 'storage'],
  },
  ingest: {
    is: 'asks the sources and merges records; what is published is decided later, so it knows no list',
    mayImport: ['schema', 'rules', 'records', 'net'],
  },
  http: {
    is: 'turns requests into answers; it composes the rooms below and writes no data',
    mayImport: [
      'schema',
      'rules',
      'resources',
      'figures',
      'store',
      'metering',
      'account',
      'notify',
      'storage',
      'answers',
      'views',
      'formats',
    ],
  },
  contract: {
    is: 'what only documents and tests need of the API; the service runs without it',
    mayImport: ['schema', 'rules', 'formats', 'resources', 'store', 'metering', 'storage', 'http'],
  },
  night: {
    is: 'one night: ingest, bake, gate; the gate asks the candidate as a caller would, so it knows the API',
    mayImport: ['schema', 'rules', 'records', 'resources', 'bake', 'store', 'metering', 'notify', 'ingest', 'http'],
  },
  operations: {
    is: 'what the operator does to the whole: bakes, builds, watches and copies; nothing that answers depends on it',
    mayImport: ['bake', 'http'],
  },
  views: {
    is: 'published records as HTML: the same at the build, on the server and in the browser',
    mayImport: ['schema', 'rules', 'resources', 'formats'],
  },
  site: {
    is: 'what the pages show, from the dataset and the contract; pages themselves decide nothing',
    mayImport: ['schema', 'rules', 'resources', 'store', 'account', 'http', 'contract', 'formats', 'views'],
  },
  platform: {
    is: 'lays out what is built for the serverless platform: the bundled function, the site, and the snapshot as static files',
    mayImport: ['bake', 'store', 'views'],
  },
  components: {
    is: 'parts of pages',
    mayImport: ['schema', 'resources', 'metering', 'http', 'contract', 'site', 'views'],
  },
  layouts: { is: 'frames of pages', mayImport: ['site', 'views', 'components', 'styles'] },
  pages: {
    is: 'the addresses of the site; what they show is made in site',
    mayImport: ['schema', 'resources', 'account', 'http', 'contract', 'site', 'views', 'components', 'layouts'],
  },
  styles: { is: 'style sheets', mayImport: [] },
  'server.ts': { is: 'keeps what Node makes of the files, and starts the service', mayImport: ['listen.ts'] },
  'listen.ts': { is: 'the service on Node', mayImport: ['http', 'admin', 'bake', 'operations'] },
  'fetch.ts': { is: 'starts the service as a function', mayImport: ['http'] },
  'env.d.ts': { is: 'types of the build', mayImport: [] },
}
