import * as z from 'zod'
import { type ResourceName, resource } from '../../resources/index.ts'
import { timestamp } from '../../schema/fields.ts'
import { type SnapshotFile, TABLED_MAX } from '../../store/open/exports.ts'
import { refuseParameters } from '../request/parameters.ts'
import { entityTag } from '../response/entity-tag.ts'
import { ApiError } from '../response/errors.ts'
import { API, type Endpoint, NOTHING, ONE_REQUEST } from './endpoint.ts'

const PATH = `${API}/exports`

const bytes = z.int().min(0).describe('Size in bytes.')
const records = z.int().min(0).nullable().describe('Number of records in the file; null for `datapackage.json`.')

const ExportedFile = z
  .strictObject({
    name: z.string().describe('Name of the file in its URL.'),
    url: z.string().describe('Download path, relative to the service. Needs a key.'),
    resource: z.string().nullable().describe('The list in the file; null for a file with all lists.'),
    format: z.enum(['ndjson', 'csv', 'sqlite', 'json']).describe('File format.'),
    compression: z.literal('gz').nullable().describe('`gz` for a compressed file.'),
    records,
    fields: z.array(z.string()).describe('The keys of each NDJSON line, in order; the columns of CSV.'),
    timed: z
      .array(z.string())
      .describe('The fields that depend on time. They are as of `publishedAt`; `timeline` has their values over time.'),
    bytes,
    sha256: z.string().describe('SHA-256 of its content, in hex.'),
  })
  .meta({ id: 'ExportedFile' })

const ExportsResponse = z
  .strictObject({
    datasetVersion: z.string().describe('The publication that the files belong to.'),
    publishedAt: timestamp.describe('When it was published. Fields that depend on time are as of then.'),
    files: z.array(ExportedFile).describe('The files, plain and compressed.'),
  })
  .meta({ id: 'Exports' })

/** The list of snapshot files. Counts toward the per-minute limit only. */
export const exportsEndpoint: Endpoint = {
  method: 'GET',
  path: PATH,
  tag: 'exports',
  summary: 'Snapshot files',
  // Formatting the first number loads the locale, which would slow down the start.
  get description() {
    return `The whole dataset as files: every list as NDJSON and CSV, everything as one SQLite file (with only the newest ${TABLED_MAX.toLocaleString('en-US')} change events), and a Frictionless \`datapackage.json\`, each plain and compressed (gzip), with its SHA-256. Free of charge; a download counts as one request.`
  },
  query: {},
  response: ExportsResponse,
  open:
    () =>
    async ({ search }, { exports }) => {
      refuseParameters(search)
      const { publication, files } = exports
      const name = 'exports'
      const digest = files.map(({ sha256 }) => sha256).join(',')
      return {
        name,
        caching: 'private',
        cost: NOTHING,
        tag: () => entityTag(name, publication.version + digest),
        respond: async () =>
          JSON.stringify({
            datasetVersion: publication.version,
            publishedAt: publication.at,
            files: files.map((file) => {
              const { name: own, ...rest } = file
              return { name: own, url: `${PATH}/${own}`, ...rest, timed: getTimedFields(file) }
            }),
          } satisfies z.input<typeof ExportsResponse>),
      }
    },
}

const getTimedFields = ({ resource: list }: SnapshotFile): string[] =>
  list === null ? [] : [...resource(list as ResourceName).timed]

const text = (description: string) => z.string().describe(description)

const PackageField = z.strictObject({
  name: text('Name of the key or column.'),
  type: text('Type of its values.'),
  description: text('Description.').optional(),
})

const PackageSchema = z.strictObject({
  fields: z.array(PackageField).describe('The fields, in order.'),
  missingValues: z.array(z.string()).optional().describe('Cells that stand for null.'),
  primaryKey: z.array(z.string()).optional().describe('The fields that identify a record.'),
})

const PackageResource = z.strictObject({
  name: text('Name in the package.'),
  path: text('Name of the file.'),
  format: text('File format.'),
  mediatype: text('Media type of the file.'),
  encoding: text('Encoding of its text.').optional(),
  bytes,
  hash: text('`sha256:` and the SHA-256 of the file.'),
  records,
  profile: text('Kind of resource.').optional(),
  dialect: z
    .strictObject({ delimiter: text('Delimiter between cells.'), lineTerminator: text('Line terminator.') })
    .optional()
    .describe('CSV dialect.'),
  schema: PackageSchema.optional().describe('The fields of its records.'),
})

const PackageLicense = z.strictObject({
  name: text('SPDX identifier.'),
  path: text('URL of the license text.'),
  title: text('Title of the license.'),
})

const DataPackage = z
  .strictObject({
    $schema: text('Profile of the package.'),
    name: text('Name of the package.'),
    title: text('Title of the package.'),
    description: text('Description of the package.'),
    version: text('The dataset version.'),
    created: timestamp.describe('When it was published.'),
    licenses: z.array(PackageLicense).describe('The license of the data.'),
    resources: z.array(PackageResource).describe('The files.'),
  })
  .describe('The content of `datapackage.json`. The other files have the media types of their extensions.')
  .meta({ id: 'DataPackage' })

const TYPES = {
  ndjson: 'application/x-ndjson; charset=utf-8',
  csv: 'text/csv; charset=utf-8',
  sqlite: 'application/vnd.sqlite3',
  json: 'application/json; charset=utf-8',
} as const satisfies { [Format in SnapshotFile['format']]: string }

/** One snapshot file, complete or as a range. */
export const exportEndpoint: Endpoint = {
  method: 'GET',
  path: `${PATH}/:file`,
  tag: 'exports',
  summary: 'A snapshot file',
  description:
    'One file of the snapshot by its name in the list of files. Supports ranges (`Range`, `If-Range`) and conditional requests; the entity tag changes only with the content. A download counts as one request. The response may be a redirect (307) to a static URL of the file, which needs no key and works until the next publication. Follow it with the same `Range` and `If-None-Match`.',
  query: {},
  files: [
    { mediaType: 'application/x-ndjson', suffix: '.ndjson', description: 'One record per line.' },
    { mediaType: 'text/csv', suffix: '.csv', description: 'A table.' },
    { mediaType: 'application/vnd.sqlite3', suffix: '.sqlite', description: 'One table per list.' },
    { mediaType: 'application/gzip', suffix: '.gz', description: 'Any of the files, compressed.' },
  ],
  example: { name: 'datapackage.json' },
  parameter: { name: 'file', description: 'Name of the file, such as `datapackage.json` or `awards.ndjson.gz`.' },
  response: DataPackage,
  open:
    () =>
    async ({ raw, search, name: given }, { exports }) => {
      refuseParameters(search)
      const file = exports.files.find(({ name }) => name === given.toLowerCase())
      return {
        name: `exports/${given}`,
        caching: 'private',
        cost: ONE_REQUEST,
        tag: () => (file ? entityTag(file.name, file.sha256) : null),
        async respond() {
          if (!file) throw new ApiError('NOT_FOUND', `The snapshot has no file "${given}". See ${PATH}.`)
          // HEAD is free, so it must not reveal the URL of a file that costs a request.
          const location = raw.method === 'HEAD' ? null : exports.getPath(file)
          if (location) return { location }
          const contentType = file.compression ? 'application/gzip' : TYPES[file.format]
          return { bytes: file.bytes, contentType, open: () => exports.open(file) }
        },
      }
    },
}
