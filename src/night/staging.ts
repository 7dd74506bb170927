import { cpSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs'
import path from 'node:path'

/**
 * A night works on a copy of the dataset, so that a night that fails or is killed changes nothing. Taking the copy
 * over is one rename (to `.settled`), after which moving its files into place can be finished by whoever comes next.
 */

const STAGED = '.staged'
const SETTLED = '.settled'
const PARTS = ['records', 'history'] as const

/** Copies the dataset of a folder for a night to work on; returns the copy's folder. Left-overs are removed first. */
export function stage(data: string): string {
  const copy = path.join(data, STAGED)
  rmSync(copy, { recursive: true, force: true })
  mkdirSync(copy, { recursive: true })
  for (const part of PARTS) {
    const source = path.join(data, part)
    if (existsSync(source)) cpSync(source, path.join(copy, part), { recursive: true })
    else mkdirSync(path.join(copy, part))
  }
  return copy
}

/** Drops the copy: the dataset stays as it was. */
export const discard = (data: string): void => rmSync(path.join(data, STAGED), { recursive: true, force: true })

/** Takes the copy over. From the first rename on the night holds, even when the process dies before the rest. */
export function takeOver(data: string): void {
  renameSync(path.join(data, STAGED), path.join(data, SETTLED))
  settle(data)
}

/** Finishes what a night that died while taking over had begun. Does nothing when there is nothing to finish. */
export function settle(data: string): void {
  const copy = path.join(data, SETTLED)
  if (!existsSync(copy)) return
  for (const file of readdirSync(copy, { recursive: true, encoding: 'utf8' })) {
    const source = path.join(copy, file)
    if (!statSync(source).isFile()) continue
    mkdirSync(path.dirname(path.join(data, file)), { recursive: true })
    renameSync(source, path.join(data, file))
  }
  rmSync(copy, { recursive: true, force: true })
}
