import { readFile, rm, writeFile } from 'node:fs/promises'

// A killed process leaves its lock behind, and its process id may be reused, so the locks of this process are tracked.
const held = new Set<string>()

/**
 * Takes the lock of a folder. The lock of a dead process is taken over.
 * @returns a function that releases the lock
 * @throws Error when another sync holds it
 */
export async function lock(file: string, folder: string): Promise<() => Promise<void>> {
  if (held.has(file)) throw new Error(`Another sync in this process is writing to ${folder}.`)
  held.add(file)
  try {
    await take(file, folder)
  } catch (error) {
    held.delete(file)
    throw error
  }
  return async () => {
    await rm(file, { force: true })
    held.delete(file)
  }
}

async function take(file: string, folder: string): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await writeFile(file, String(process.pid), { flag: 'wx' })
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST' || tries > 1) throw error
    }
    const owner = Number(await readFile(file, 'utf8').catch(() => ''))
    if (owner !== process.pid && isRunning(owner)) {
      throw new Error(`Another sync (process ${owner}) is writing to ${folder}. If no sync is running, delete ${file}.`)
    }
    await rm(file, { force: true })
  }
}

function isRunning(processId: number): boolean {
  try {
    return processId > 0 && process.kill(processId, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
