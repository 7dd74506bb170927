import { writeFileSync } from 'node:fs'
import path from 'node:path'
import * as z from 'zod'
import { readJson } from '../bake/folder/manifest.ts'

/** Records what an output was built from, so that it is not rebuilt from the same inputs. */
const Stamp = z.object({ inputs: z.string(), made: z.string() })
type Stamp = z.infer<typeof Stamp>

const FILE = 'made-from.json'

/** The stamp in a folder; null when there is no readable one. */
export const readStamp = (folder: string): Stamp | null => readJson(Stamp, path.join(folder, FILE))

export const writeStamp = (folder: string, stamp: Stamp): void =>
  writeFileSync(path.join(folder, FILE), `${JSON.stringify(stamp)}\n`)
