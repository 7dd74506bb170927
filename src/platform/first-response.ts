import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { ACTORS } from '../account/actions.ts'
import { newId, newKey } from '../metering/keys.ts'
import { openEmbedded } from '../storage/embedded/store.ts'
import { openService } from '../store/service.ts'
import { formatTrial } from './entry.ts'
import { EVALUATED } from './late-modules.ts'

/** A record of this list is the first response. */
const LIST = 'documents'

const OUTPUT_MAX_BYTES = 16 * 1024 * 1024

/**
 * Runs the function in a folder for a first response from a bake.
 * @returns the modules that are evaluated, if the function lists them, and the code that is compiled
 */
export async function firstResponse(folder: string, bake: string): Promise<{ modules: Set<string>; code: Buffer }> {
  const scratch = mkdtempSync(path.join(tmpdir(), 'first-response-'))
  const program = path.join(folder, 'trial.mjs')
  try {
    const store = path.join(scratch, 'store.sqlite')
    const url = `http://localhost/api/v1/${LIST}/${idIn(bake)}`
    writeFileSync(program, formatTrial(EVALUATED, url, { 'X-Api-Key': await keyIn(store) }))
    const { stderr } = await promisify(execFile)(process.execPath, [program], {
      cwd: scratch,
      env: { STORE_PATH: store, DATASET_PATH: path.resolve(bake) },
      maxBuffer: OUTPUT_MAX_BYTES,
    })
    const { status, modules, code } = JSON.parse(stderr)
    if (status !== 200) throw new Error(`The trial of the function returned ${status}.`)
    return { modules: new Set(modules), code: Buffer.from(code, 'base64') }
  } finally {
    rmSync(scratch, { recursive: true })
    rmSync(program)
  }
}

function idIn(bake: string): string {
  const { readers, close } = openService(bake)
  try {
    return JSON.parse(readers[LIST].list({ limit: 1 }, 0).data)[0].id
  } finally {
    close()
  }
}

async function keyIn(file: string): Promise<string> {
  const store = openEmbedded(file)
  const { secret, ...draft } = newKey()
  const now = 0
  const account = { id: newId('acct'), name: 'Trial', plan: 'TEAM', ownerEmail: 'trial@example.org' } as const
  await store.createAccount(account, now, ACTORS.maintainer)
  await store.createKey(account.id, { id: newId('key'), name: 'Trial', ...draft }, now, ACTORS.maintainer)
  await store.close()
  return secret
}
