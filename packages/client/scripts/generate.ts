import { writeFileSync } from 'node:fs'
import path from 'node:path'
import openapiTypescript, { astToString } from 'openapi-typescript'
import type { OpenApi } from '../../../src/contract/document.ts'
import { openApi } from '../../../src/contract/document.ts'
import { clientLists, createCommands, getSearchFields } from './commands.ts'

const SOURCES = path.join(import.meta.dirname, '..', 'src')
const HEAD = '// Generated from the contract of the service by `npm run generate`. Do not edit.\n\n'

/** The generated files of the package: their texts by path. */
export async function generated(): Promise<Map<string, string>> {
  const document = openApi({ servers: [] })
  const types = await openapiTypescript(withoutHeaders(document) as never, { defaultNonNullable: false })
  return new Map([
    [path.join(SOURCES, 'service.generated.ts'), HEAD + astToString(types)],
    [path.join(SOURCES, 'lists.generated.ts'), HEAD + listsText(document)],
    [path.join(SOURCES, 'cli', 'commands.generated.ts'), HEAD + commandsText(document)],
  ])
}

const listsText = (document: OpenApi): string =>
  `/** The lists of the service, by their name in the client. */\nexport const LISTS = ${JSON.stringify(clientLists(document), null, 2)} as const\n`

const commandsText = (document: OpenApi): string => `import type { ListCommand } from './command.ts'

export const COMMANDS: readonly ListCommand[] = ${JSON.stringify(createCommands(document), null, 2)}

export const SEARCH_FIELDS: readonly string[] = ${JSON.stringify(getSearchFields(document), null, 2)}
`

/** The document without response headers, which would be two thirds of the types and are not used. */
function withoutHeaders(document: OpenApi): object {
  return JSON.parse(JSON.stringify(document), (name, value) =>
    name === 'headers' ? undefined : withKnownValues(value),
  )
}

/** A schema with the known values of an open set. The types of the next version will include new values. */
function withKnownValues(schema: unknown): unknown {
  if (typeof schema !== 'object' || schema === null || !('x-extensible-enum' in schema)) return schema
  const { 'x-extensible-enum': values, ...rest } = schema
  const { type } = rest as { type?: unknown }
  return { ...rest, enum: [type].flat().includes('null') ? [...(values as unknown[]), null] : values }
}

if (process.argv[1] === import.meta.filename) {
  for (const [file, text] of await generated()) writeFileSync(file, text)
}
