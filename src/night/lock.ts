import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { isRunning } from '../bake/running.ts'

const LOCK = '.night.pid'

/**
 * Keeps a second night from working on the same dataset. A lock whose process is gone is taken over.
 * @returns the way to release it
 * @throws Error when a night is running
 */
export function lock(data: string): () => void {
  const file = path.join(data, LOCK)
  try {
    writeFileSync(file, String(process.pid), { flag: 'wx' })
  } catch {
    const pid = Number(readFileSync(file, 'utf8'))
    if (pid !== process.pid && isRunning(pid)) {
      throw new Error(`A night is running on ${data} already (process ${pid}); wait for its end.`)
    }
    writeFileSync(file, String(process.pid))
  }
  return () => rmSync(file, { force: true })
}
