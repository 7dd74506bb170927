import { existsSync, statfsSync } from 'node:fs'
import path from 'node:path'
import { Command } from 'commander'
import { bakeFiles, MANIFEST_FILE, readFreshness, readManifest } from '../bake/folder/manifest.ts'
import { getSnapshotPath } from '../bake/snapshot/snapshot-list.ts'
import { hashFile } from '../files/files.ts'
import { readSettings, SETTINGS, type Settings } from '../http/settings/settings.ts'
import { greetMailServer, toMailError } from '../notify/mail.ts'
import { orNull } from '../rules/once.ts'
import { formatCount } from '../rules/text/wording.ts'
import { getConfirmedAt } from '../rules/time/freshness.ts'
import { storeKind } from '../storage/open.ts'
import { formatMoment, formatTable, type Terminal } from './terminal.ts'

interface Check {
  check: 'settings' | 'store' | 'clock' | 'mail' | 'dataset' | 'disk'
  status: 'ok' | 'warning' | 'failed' | 'skipped'
  message: string
}
type Finding = Omit<Check, 'check'>

const SKEW_MS = { warning: 2_000, failed: 60_000 }
const FREE_BYTES = { warning: 1024 ** 3, failed: 100 * 1024 ** 2 }
const finding = (status: Check['status']) => (message: string) => ({ status, message })
const [ok, warning, failed, skipped] = [finding('ok'), finding('warning'), finding('failed'), finding('skipped')]

/** `doctor`: checks everything that the service needs, and changes nothing. */
export const createDoctorCommand = (terminal: Terminal): Command =>
  new Command('doctor')
    .description('check the settings, key store, mail server, dataset, disk and clock; exits with 1 if a check fails')
    .option('--json', 'print JSON')
    .action(async ({ json }: { json?: boolean }, command: Command) => {
      const checks = await examine(terminal)
      const isHealthy = !checks.some(({ status }) => status === 'failed')
      const rows = checks.map(({ check, status, message }) => [check, status, message])
      const table = formatTable(['CHECK', 'STATUS', 'RESULT'], rows, '')
      terminal.out(`${json ? JSON.stringify({ ok: isHealthy, checks }, null, 2) : table}\n`)
      if (!isHealthy) command.error('error: A check failed.', { exitCode: 1 })
    })

async function examine(terminal: Terminal): Promise<Check[]> {
  const { env, now } = terminal
  let settings: Settings
  try {
    settings = readSettings(env)
  } catch (error) {
    return [{ check: 'settings', ...failed((error as Error).message) }]
  }
  const set = Object.keys(SETTINGS).filter((name) => env[name]).length
  const { store, clock } = await checkStore(terminal, settings)
  return [
    { check: 'settings', ...ok(`${set} set, the others have their defaults.`) },
    { check: 'store', ...store },
    { check: 'clock', ...clock },
    { check: 'mail', ...(await checkMail(settings)) },
    { check: 'dataset', ...checkDataset(settings, now()) },
    { check: 'disk', ...checkDisk(settings) },
  ]
}

async function checkStore({ openStore, now }: Terminal, settings: Settings) {
  const kind = storeKind(settings)
  if (kind === 'embedded' && !existsSync(settings.STORE_PATH)) {
    const store = warning(`There is no store at ${settings.STORE_PATH} yet; the first start creates it.`)
    return { store, clock: ok('The store uses the clock of this machine.') }
  }
  try {
    const store = await openStore()
    try {
      await store.ping()
      // The first call also opens the connection.
      const [started, sentAt] = [performance.now(), now()]
      const time = await store.ping()
      const ms = performance.now() - started
      const accounts = (await store.accountSummaries()).length
      return {
        store: ok(`${kind}, ${formatCount(accounts, 'account')}, a write took ${Math.ceil(ms)} ms.`),
        clock:
          kind === 'embedded' ? ok('The store uses the clock of this machine.') : checkClock(time - sentAt - ms / 2),
      }
    } finally {
      await store.close()
    }
  } catch (error) {
    return {
      store: failed(`${kind}: ${error instanceof Error ? error.message : 'failed'}`),
      clock: skipped('The store cannot be asked for its time.'),
    }
  }
}

function checkClock(skewMs: number): Finding {
  const size = Math.abs(skewMs)
  const direction = skewMs < 0 ? 'ahead of' : 'behind'
  const sentence = `This machine is ${(size / 1000).toFixed(1)} s ${direction} the store.`
  if (size >= SKEW_MS.failed)
    return failed(`${sentence} Sign-in links and trials end at the wrong time: set its clock.`)
  return size >= SKEW_MS.warning ? warning(`${sentence} Set its clock.`) : ok(sentence)
}

async function checkMail({ SMTP_URL: url }: Settings): Promise<Finding> {
  if (url === undefined) return skipped('SMTP_URL is not set: emails are written to the log.')
  const { host } = new URL(url)
  try {
    await greetMailServer(url)
    return ok(`${host} accepts connections; nothing was sent.`)
  } catch (error) {
    return failed(`${host} cannot be used: ${toMailError(error)}.`)
  }
}

/** Reads every file of the bake, and asks for its age what the health of the service asks. */
function checkDataset({ DATASET_PATH: folder, STALE_AFTER_HOURS: hours }: Settings, now: number): Finding {
  const manifest = readManifest(folder)
  if (!manifest) return failed(`There is no bake in ${folder}, or ${MANIFEST_FILE} is damaged. Run "npm run bake".`)
  const hashes = new Map([
    [manifest.database, manifest.sha256],
    ...manifest.snapshot.map((file) => [getSnapshotPath(file), file.sha256] as const),
  ])
  const damaged = bakeFiles(manifest).filter(
    (name) => orNull(() => hashFile(path.join(folder, name))) !== hashes.get(name),
  )
  if (damaged.length > 0) return failed(`Missing or damaged: ${damaged.join(', ')}. Run "npm run bake".`)
  const confirmed = getConfirmedAt(readFreshness(folder))
  const since = Date.parse(confirmed ?? manifest.builtAt)
  const sentence = `${manifest.datasetVersion}, ${hashes.size} files intact, ${confirmed ? 'confirmed' : 'built'} ${formatMoment(since)}.`
  return now - since > hours * 3_600_000 ? warning(`${sentence} It is stale: run "npm run nightly".`) : ok(sentence)
}

function checkDisk(settings: Settings): Finding {
  const isEmbedded = storeKind(settings) === 'embedded'
  const folders = [...(isEmbedded ? [path.dirname(settings.STORE_PATH)] : []), settings.DATASET_PATH]
  const space = folders.map((folder) => ({ folder, free: getFreeBytes(folder) })).sort((a, b) => a.free - b.free)[0]
  if (!space) return skipped('Nothing is written to this disk.')
  const sentence = `${(space.free / 1024 ** 3).toFixed(1)} GB free in ${space.folder}.`
  if (space.free < FREE_BYTES.failed) return failed(`${sentence} Make room.`)
  return space.free < FREE_BYTES.warning ? warning(`${sentence} Make room.`) : ok(sentence)
}

function getFreeBytes(folder: string): number {
  const absolute = path.resolve(folder)
  if (!existsSync(absolute) && path.dirname(absolute) !== absolute) return getFreeBytes(path.dirname(absolute))
  const { bavail, bsize } = statfsSync(absolute)
  return bavail * bsize
}
