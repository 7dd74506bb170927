import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { z } from 'zod'

/** Records what an output was built from, so that it is not rebuilt from the same inputs. */
const Stamp = z.object({ inputs: z.string(), made: z.string() })
export type Stamp = z.infer<typeof Stamp>

/** The stamp in a folder; null when there is no readable one. */
export function readStamp(folder: string, name: string): Stamp | null {
  const file = path.join(folder, name)
  if (!existsSync(file)) return null
  try {
    return Stamp.parse(JSON.parse(readFileSync(file, 'utf8')))
  } catch {
    return null
  }
}

export const writeStamp = (folder: string, name: string, stamp: Stamp): void =>
  writeFileSync(path.join(folder, name), `${JSON.stringify(stamp)}\n`)
