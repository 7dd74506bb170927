import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { openEmbedded } from '../../src/metering/embedded.ts'
import type { Adapter } from './contract.ts'

const TABLES = ['notices', 'members', 'months', 'keys', 'accounts']

export function embeddedAdapter(): Adapter {
  const folder = mkdtempSync(join(tmpdir(), 'store-'))
  const path = join(folder, 'deep', 'store.sqlite')
  return {
    name: 'embedded',
    start: async () => void openEmbedded(path).close(),
    clear: async () => {
      const db = new Database(path)
      for (const table of TABLES) db.exec(`DELETE FROM ${table}`)
      db.close()
    },
    open: async () => openEmbedded(path),
    stop: async () => rmSync(folder, { recursive: true }),
  }
}
