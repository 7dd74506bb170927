import { z } from 'zod'
import { type ResourceName, resource } from '../../resources/index.ts'
import { timestamp } from '../../schema/fields.ts'
import type { SnapshotFile } from '../../store/exports.ts'
import { entityTag } from '../entity-tag.ts'
import { ApiError } from '../errors.ts'
import { refuseParameters } from '../parameters.ts'
import { API, type Endpoint, NOTHING, ONE_REQUEST } from './endpoint.ts'

const PATH = `${API}/exports`

const bytes = z.int().min(0).describe('Length of its content.')
const records = z.int().min(0).nullable().describe('Records that it holds; null for the description of the others.')

const ExportedFile = z
  .strictObject({
    name: z.string().describe('Its name in the address.'),
    url: z.string().describe('Where it is downloaded, with a key, below the address of the service.'),
    resource: z.string().nullable().describe('The list that it holds; null for a file about all of them.'),
    format: z.enum(['ndjson', 'csv', 'sqlite', 'json']).describe('What it is written in.'),
    compression: z.literal('gz').nullable().describe('`gz` for a packed file.'),
    records,
    fields: z.array(z.string()).describe('The keys of each line of NDJSON, in their order; the columns of CSV.'),
    timed: z
      .array(z.string())
      .describe(
        'Those of them that depend on the moment. They are as at `publishedAt`; `timeline` has them over time.',
      ),
    bytes,
    sha256: z.string().describe('SHA-256 of its content, in hex.'),
  })
  .meta({ id: 'ExportedFile' })

const Answer = z
  .strictObject({
    datasetVersion: z.string().describe('The publication that the files were made with.'),
    publishedAt: timestamp.describe('Fields that depend on the moment are as they were then.'),
    files: z.array(ExportedFile).describe('The files, plain and packed.'),
  })
  .meta({ id: 'Exports' })

/** The files of the snapshot. Counts toward the per-minute limit only. */
export const exportsEndpoint: Endpoint = {
  method: 'GET',
  path: PATH,
  tag: 'exports',
  summary: 'Snapshot files',
  description:
    'The whole dataset as files: every list as NDJSON and CSV, everything as one SQLite file, and a Frictionless `datapackage.json`, each plain and packed (gzip), with its SHA-256. Free of charge; a download costs one request.',
  query: {},
  answer: Answer,
  open:
    () =>
    ({ search }, { exports }) => {
      refuseParameters(search)
      const { publication, files } = exports
      const name = 'exports'
      const digest = files.map(({ sha256 }) => sha256).join(',')
      return {
        name,
        caching: 'private',
        cost: NOTHING,
        tag: () => entityTag(name, publication.version + digest),
        answer: () =>
          JSON.stringify({
            datasetVersion: publication.version,
            publishedAt: publication.at,
            files: files.map((file) => {
              const { name: own, ...rest } = file
              return { name: own, url: `${PATH}/${own}`, ...rest, timed: timedOf(file) }
            }),
          } satisfies z.input<typeof Answer>),
      }
    },
}

const timedOf = ({ resource: list }: SnapshotFile): string[] =>
  list === null ? [] : [...resource(list as ResourceName).timed]

const text = (description: string) => z.string().describe(description)

const PackageField = z.strictObject({
  name: text('Key of a line, or header of a column.'),
  type: text('Type of its values.'),
  description: text('What it holds.').optional(),
})

const PackageSchema = z.strictObject({
  fields: z.array(PackageField).describe('The fields, in order.'),
  missingValues: z.array(z.string()).optional().describe('Cells that stand for null.'),
  primaryKey: z.array(z.string()).optional().describe('The fields that name a record.'),
})

const PackageResource = z.strictObject({
  name: text('Name within the package.'),
  path: text('Name of the file.'),
  format: text('What it is written in.'),
  mediatype: text('Media type of the file.'),
  encoding: text('Encoding of its text.').optional(),
  bytes,
  hash: text('`sha256:` and the SHA-256 of the file.'),
  records,
  profile: text('Kind of resource.').optional(),
  dialect: z
    .strictObject({ delimiter: text('What separates cells.'), lineTerminator: text('What ends a line.') })
    .optional()
    .describe('How a table is written.'),
  schema: PackageSchema.optional().describe('The fields of its records.'),
})

const PackageLicense = z.strictObject({
  name: text('SPDX identifier.'),
  path: text('Address of its text.'),
  title: text('Title of the licence.'),
})

const DataPackage = z
  .strictObject({
    $schema: text('Profile of the package.'),
    name: text('Name of the package.'),
    title: text('Title of the package.'),
    description: text('What the package holds.'),
    version: text('The dataset version.'),
    created: timestamp.describe('When it was published.'),
    licenses: z.array(PackageLicense).describe('The licence of the data.'),
    resources: z.array(PackageResource).describe('The files.'),
  })
  .describe('Of `datapackage.json`; the other files are of the media types that their endings say.')
  .meta({ id: 'DataPackage' })

const TYPES = {
  ndjson: 'application/x-ndjson; charset=utf-8',
  csv: 'text/csv; charset=utf-8',
  sqlite: 'application/vnd.sqlite3',
  json: 'application/json; charset=utf-8',
} as const satisfies { [Format in SnapshotFile['format']]: string }

/** One file of the snapshot, whole or a range of it. */
export const exportEndpoint: Endpoint = {
  method: 'GET',
  path: `${PATH}/:file`,
  tag: 'exports',
  summary: 'A snapshot file',
  description:
    'One file of the snapshot by its name, as the list of files has it. Ranges (`Range`, `If-Range`) and conditional requests are supported; its entity tag changes only with its content. One request a download. A deployment may answer with a redirect (307) to a static address of the file, which needs no key and is good until the next publication; follow it with the same `Range` and `If-None-Match`.',
  query: {},
  files: [
    { mediaType: 'application/x-ndjson', suffix: '.ndjson', description: 'One record a line.' },
    { mediaType: 'text/csv', suffix: '.csv', description: 'A table.' },
    { mediaType: 'application/vnd.sqlite3', suffix: '.sqlite', description: 'A table for each list.' },
    { mediaType: 'application/gzip', suffix: '.gz', description: 'Any of the files, packed.' },
  ],
  example: { name: 'datapackage.json' },
  parameter: { name: 'file', description: 'Name of the file, such as `datapackage.json` or `awards.ndjson.gz`.' },
  answer: DataPackage,
  open:
    () =>
    ({ raw, search, name: given }, { exports }) => {
      refuseParameters(search)
      const file = exports.files.find(({ name }) => name === given.toLowerCase())
      return {
        name: `exports/${given}`,
        caching: 'private',
        cost: ONE_REQUEST,
        tag: () => (file ? entityTag(file.name, file.sha256) : null),
        answer() {
          if (!file) throw new ApiError('NOT_FOUND', `The snapshot has no file "${given}"; see ${PATH}.`)
          // HEAD is free, so it does not get the address of a file that is paid for.
          const location = raw.method === 'HEAD' ? null : exports.pathOf(file)
          if (location) return { location }
          const contentType = file.compression ? 'application/gzip' : TYPES[file.format]
          return { bytes: file.bytes, contentType, read: (first, last) => exports.read(file, first, last) }
        },
      }
    },
}
