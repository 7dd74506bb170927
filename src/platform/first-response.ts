import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { ACTORS } from '../account/actions.ts'
import { newId, newKey } from '../metering/keys.ts'
import { openEmbedded } from '../storage/embedded/store.ts'
import { openService } from '../store/service.ts'
import { EVALUATED } from './late-modules.ts'

/** A record of this list is the first response. */
const LIST = 'documents'

/**
 * The modules that a function evaluates for a first response, found by running it.
 * @param entry file of a function that lists them
 */
export async function modulesOfFirstResponse(entry: string, bake: string): Promise<Set<string>> {
  const folder = mkdtempSync(path.join(tmpdir(), 'first-response-'))
  try {
    const store = path.join(folder, 'store.sqlite')
    const script = `
      globalThis.${EVALUATED} = []
      const { default: { fetch } } = await import(${JSON.stringify(pathToFileURL(entry).href)})
      const request = new Request(${JSON.stringify(`http://localhost/api/v1/${LIST}/${idIn(bake)}`)}, { headers: { 'X-Api-Key': ${JSON.stringify(await keyIn(store))} } })
      const { status } = await fetch(request)
      process.stderr.write(JSON.stringify({ status, modules: ${EVALUATED} }), () => process.exit())`
    const { stderr } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', script], {
      cwd: folder,
      env: { STORE_PATH: store, DATASET_PATH: path.resolve(bake) },
    })
    const { status, modules } = JSON.parse(stderr)
    if (status !== 200) throw new Error(`The trial of the function returned ${status}.`)
    return new Set(modules)
  } finally {
    rmSync(folder, { recursive: true })
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
