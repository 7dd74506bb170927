import { readdirSync, readFileSync } from 'node:fs'

/** What the system reports about processes. Every figure is null where `/proc` does not have it. */

// USER_HZ of Linux: the same on every architecture that Node supports.
const TICK_US = 10_000
const KB_PER_MB = 1_000

/** Processes and all their descendants. */
export function listTree(roots: readonly number[]): number[] {
  const children = new Map<number, number[]>()
  for (const pid of listPids()) {
    const parent = readStat(pid)?.parent
    if (parent !== undefined) children.set(parent, [...(children.get(parent) ?? []), pid])
  }
  const tree = [...roots]
  for (const pid of tree) tree.push(...(children.get(pid) ?? []))
  return tree
}

/** The user and system CPU time of processes so far, in microseconds. */
export function readProcessorTime(pids: readonly number[]): number | null {
  const times = pids.map((pid) => readStat(pid)?.ticks)
  if (times.every((ticks) => ticks === undefined)) return null
  return times.reduce((sum: number, ticks) => sum + (ticks ?? 0), 0) * TICK_US
}

/** The memory of processes in MB; shared memory is counted once. */
export function readMemory(pids: readonly number[]): number | null {
  const parts = pids.map(
    (pid) => readKilobytes(`/proc/${pid}/smaps_rollup`, 'Pss') ?? readKilobytes(getStatusFile(pid), 'VmRSS'),
  )
  if (parts.every((part) => part === null)) return null
  return Math.round(parts.reduce((sum: number, part) => sum + (part ?? 0), 0) / KB_PER_MB)
}

/** The peak memory of a process so far, in MB. */
export function readPeakMemory(pid: number): number | null {
  const peak = readKilobytes(getStatusFile(pid), 'VmHWM')
  return peak === null ? null : Math.round(peak / KB_PER_MB)
}

const getStatusFile = (pid: number): string => `/proc/${pid}/status`

const listPids = (): number[] =>
  read(() =>
    readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .map(Number),
  ) ?? []

function readStat(pid: number): { parent: number; ticks: number } | undefined {
  const text = read(() => readFileSync(`/proc/${pid}/stat`, 'utf8'))
  if (text === undefined) return undefined
  // The process name, in parentheses, may contain any characters.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
  return { parent: Number(fields[1]), ticks: Number(fields[11]) + Number(fields[12]) }
}

function readKilobytes(file: string, name: string): number | null {
  const text = read(() => readFileSync(file, 'utf8'))
  const size = text?.match(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm'))?.[1]
  return size === undefined ? null : Number(size)
}

/** A process may exit while it is being read. */
function read<Result>(look: () => Result): Result | undefined {
  try {
    return look()
  } catch {
    return undefined
  }
}
