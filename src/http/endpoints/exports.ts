import * as z from 'zod'
import { getResource, type ResourceName } from '../../resources/index.ts'
import { timestamp } from '../../schema/fields.ts'
import { listOf } from '../../schema/wire/fields.ts'
import { NEWEST_MAX, SNAPSHOT_TYPES, type SnapshotFormat } from '../../store/open/exports.ts'
import { createEntityTag, toInquiry } from '../exchange.ts'
import { ApiError } from '../response/errors.ts'
import { API, type Endpoint, NOTHING, ONE_REQUEST } from './endpoint.ts'

const PATH = `${API}/exports`
const bytes = z.int().min(0).describe('Size in bytes.')
const FORMATS = Object.keys(SNAPSHOT_TYPES) as [SnapshotFormat, ...SnapshotFormat[]]
const records = z.int().min(0).nullable().describe('Number of records in the file; null for `datapackage.json`.')

const ExportedFile = z
  .strictObject({
    name: z.string().describe('Name of the file in its URL.'),
    url: z.string().describe('Download path, relative to the service. Needs a key.'),
    resource: z.string().nullable().describe('The list in the file; null for a file with all lists.'),
    format: z.enum(FORMATS).describe('File format.'),
    compression: z.literal('gz').nullable().describe('`gz` for a compressed file.'),
    records,
    fields: z.array(z.string()).describe('The keys of each NDJSON line, in order; the columns of a table.'),
    timed: listOf(
      z.string(),
      'The fields that depend on time. They are as of `publishedAt`; `timeline` has their values over time.',
    ),
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
    return `The whole dataset as files: every list as NDJSON, CSV, XLSX and Parquet, everything as one SQLite file, a data dictionary (\`dictionary.csv\`), and a Frictionless \`datapackage.json\`, with the SHA-256 of each. Text and SQLite also come compressed (gzip). XLSX, Parquet and SQLite have the newest ${NEWEST_MAX.toLocaleString('en-US')} change events. The list is free of charge; a download counts as one request. The same files are at \`/data\` for people, without a key.`
  },
  query: {},
  response: ExportsResponse,
  async handle(_request, { exports }) {
    const { publication, files } = exports
    return toInquiry('exports', NOTHING, () => {
      const body: z.input<typeof ExportsResponse> = {
        datasetVersion: publication.version,
        publishedAt: publication.at,
        files: files.map(({ name, ...rest }) => {
          const timed = rest.resource === null ? [] : [...getResource(rest.resource as ResourceName).timed]
          return { name, url: `${PATH}/${name}`, ...rest, timed }
        }),
      }
      return {
        body: JSON.stringify(body),
        digest: [publication.version, ...files.map(({ sha256 }) => sha256)].join(),
      }
    })
  },
}

const text = (description: string) => z.string().describe(description)

const PackageField = z.strictObject({
  name: text('Name of the key or column.'),
  type: text('Type of its values.'),
  description: text('Description.').optional(),
  constraints: z
    .strictObject({ enum: z.array(z.string()).describe('The possible values.') })
    .optional()
    .describe('What its values are limited to.'),
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
    licenses: listOf(PackageLicense, 'The license of the data.'),
    resources: z.array(PackageResource).describe('The files.'),
  })
  .describe('The content of `datapackage.json`. The other files have the media types of their extensions.')
  .meta({ id: 'DataPackage' })

export const exportEndpoint: Endpoint = {
  method: 'GET',
  path: `${PATH}/:file`,
  tag: 'exports',
  summary: 'A snapshot file',
  description:
    'One file of the snapshot by its name in the list of files. Supports ranges (`Range`, `If-Range`) and conditional requests; the entity tag changes only with the content. A download counts as one request. The response may be a redirect (307) to `/data`, where the file needs no key. Follow it with the same `Range` and `If-None-Match`.',
  query: {},
  files: [
    { mediaType: 'application/x-ndjson', suffix: '.ndjson', description: 'One record per line.' },
    { mediaType: 'text/csv', suffix: '.csv', description: 'A table.' },
    { mediaType: SNAPSHOT_TYPES.xlsx, suffix: '.xlsx', description: 'A workbook with one sheet.' },
    { mediaType: SNAPSHOT_TYPES.parquet, suffix: '.parquet', description: 'Typed columns.' },
    { mediaType: SNAPSHOT_TYPES.sqlite, suffix: '.sqlite', description: 'One table per list.' },
    { mediaType: 'application/gzip', suffix: '.gz', description: 'A text or SQLite file, compressed.' },
  ],
  example: { name: 'datapackage.json' },
  parameter: { name: 'file', description: 'Name of the file, such as `datapackage.json` or `awards.ndjson.gz`.' },
  response: DataPackage,
  async handle({ name }, { exports }) {
    const file = exports.find(name.toLowerCase())
    return {
      name: `exports/${name}`,
      caching: 'private',
      cost: ONE_REQUEST,
      tag: () => (file ? createEntityTag(file.name, file.sha256) : null),
      async respond() {
        if (!file) throw new ApiError('NOT_FOUND', `The snapshot has no file "${name}". See ${PATH}.`)
        const location = exports.getPath(file)
        if (location) return { location }
        return { bytes: file.bytes, contentType: exports.getContentType(file), open: () => exports.open(file) }
      },
    }
  },
}
