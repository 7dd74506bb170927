/**
 * What each room is, and which rooms it may import from. The sentence about a room is the reason for its neighbors, and
 * the message when a file imports from another room.
 */
export interface Room {
  is: string
  mayImport: readonly string[]
}

export const ROOMS: { [room: string]: Room } = {
  schema: { is: 'vocabularies and shapes that everything else is built from', mayImport: ['vocabulary'] },
  vocabulary: { is: 'tables of words and places, as data beside the code', mayImport: [] },
  content: { is: 'the prose of the site, the contract and the mails, beside the code', mayImport: [] },
  rules: { is: 'pure rules about records; time is an argument', mayImport: ['schema', 'vocabulary'] },
  net: { is: 'decides which internet addresses the service may connect to', mayImport: [] },
  files: { is: 'reads, hashes and replaces files of any content', mayImport: [] },
  records: {
    is: 'reads the dataset and checks its shapes; it decides nothing about content',
    mayImport: ['files', 'schema', 'rules'],
  },
  formats: {
    is: 'writes records as tables, calendars and feeds; it knows shapes, not lists',
    mayImport: ['schema', 'rules'],
  },
  ledger: {
    is: 'the history of every published record; it compares records of any list',
    mayImport: ['schema', 'rules', 'records'],
  },
  resources: {
    is: 'declares the lists, from the records to the published rows; a list knows neither SQL nor HTTP',
    mayImport: ['schema', 'rules', 'records', 'formats'],
  },
  bake: {
    is: 'writes what the lists publish into one database file; nothing here runs during a request',
    mayImport: ['files', 'schema', 'rules', 'records', 'formats', 'ledger', 'resources'],
  },
  figures: {
    is: 'answers questions about amounts, counts and dates from the published rows; it contains no SQL',
    mayImport: ['schema', 'rules', 'resources'],
  },
  store: {
    is: 'reads the database file; it shares with the bake only the format of that file',
    mayImport: ['files', 'schema', 'rules', 'resources', 'bake', 'figures'],
  },
  metering: {
    is: 'decides about requests from plans and counts alone; it knows neither people nor stores',
    mayImport: [],
  },
  account: {
    is: 'pure rules of accounts: a store calls them, they never call a store',
    mayImport: ['content', 'vocabulary', 'metering'],
  },
  notify: {
    is: 'sends email and webhooks through the verbs that it declares, not through a store',
    mayImport: ['content', 'metering', 'account', 'net'],
  },
  storage: {
    is: 'the one room that knows both the rules of accounts and their databases; nothing below depends on it',
    mayImport: ['files', 'rules', 'metering', 'account', 'notify'],
  },
  answers: {
    is: 'makes AI answers from given passages and statements; it does not search',
    mayImport: ['vocabulary', 'schema', 'rules', 'figures'],
  },
  admin: {
    is: "the maintainers' commands for accounts, and checks of the service; they do not change the dataset",
    mayImport: ['files', 'rules', 'bake', 'metering', 'account', 'notify', 'storage', 'http'],
  },
  ingest: {
    is: 'fetches from the sources and merges records; what is published is decided later, so it knows no list',
    mayImport: ['schema', 'rules', 'records', 'net', 'vocabulary'],
  },
  http: {
    is: 'turns requests into responses; it composes the rooms below and writes no data',
    mayImport: [
      'content',
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
    is: 'the OpenAPI document, for docs and tests; the service runs without it',
    mayImport: ['content', 'schema', 'rules', 'formats', 'resources', 'store', 'metering', 'http'],
  },
  nightly: {
    is: 'the nightly run: ingest, bake, checks; the checks call the API of the candidate as a client would, so it knows the API',
    mayImport: [
      'vocabulary',
      'schema',
      'rules',
      'records',
      'ledger',
      'resources',
      'bake',
      'store',
      'metering',
      'notify',
      'ingest',
      'http',
    ],
  },
  operations: {
    is: 'bakes, builds and monitors the whole service; no request depends on it',
    mayImport: ['rules', 'bake', 'http'],
  },
  views: {
    is: 'published records as HTML: the same at the build, on the server and in the browser',
    mayImport: ['schema', 'vocabulary', 'rules', 'resources', 'formats'],
  },
  site: {
    is: 'the data of the pages, from the dataset and the contract; pages themselves decide nothing',
    mayImport: ['schema', 'rules', 'resources', 'store', 'account', 'http', 'contract', 'formats', 'views'],
  },
  platform: {
    is: 'packages the build for the serverless platform: the bundled function, the site, and the snapshot as static files',
    mayImport: ['files', 'bake', 'views'],
  },
  components: {
    is: 'parts of pages',
    mayImport: ['schema', 'metering', 'contract', 'site', 'views'],
  },
  layouts: { is: 'layouts of pages', mayImport: ['site', 'styles'] },
  pages: {
    is: 'the URLs of the site; their data is prepared in site',
    mayImport: ['schema', 'resources', 'http', 'contract', 'site', 'views', 'components', 'layouts'],
  },
  styles: { is: 'style sheets', mayImport: [] },
  'server.ts': { is: 'enables the compile cache of Node, and starts the service', mayImport: ['listen.ts'] },
  'listen.ts': { is: 'the service on Node', mayImport: ['http', 'admin', 'bake', 'operations', 'rules'] },
  'fetch.ts': { is: 'the service as a function', mayImport: ['http', 'rules'] },
  'env.d.ts': { is: 'types of the build', mayImport: [] },
}
