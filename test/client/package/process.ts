import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { run } from '../../../packages/client/src/cli/program.ts'

/** How a process ended. */
export interface Ended {
  code: number | null
  out: string
  err: string
}

/** A process that runs. */
export interface Process {
  child: ChildProcess
  ended: Promise<Ended>
}

/** Starts a process with nothing in its environment but what is given. */
export function start(
  command: string,
  args: string[],
  options: { cwd: string; env?: Record<string, string> },
): Process {
  const child = spawn(command, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] })
  const code = new Promise<number | null>((resolve, reject) => child.once('error', reject).once('close', resolve))
  const ended = Promise.all([code, text(child.stdout), text(child.stderr)]).then(([code, out, err]) => ({
    code,
    out,
    err,
  }))
  return { child, ended }
}

/** Runs a process to its end. */
export const finish = (...args: Parameters<typeof start>): Promise<Ended> => start(...args).ended

/** Runs the client's command within this process, for a tenth of the time of a process. */
export async function runHere(args: string[], env: Record<string, string>): Promise<Ended> {
  const ended: Ended = { code: null, out: '', err: '' }
  ended.code = await run(args, {
    out: (text) => {
      ended.out += text
    },
    log: (text) => {
      ended.err += text
    },
    width: null,
    env,
    signal: new AbortController().signal,
  })
  return ended
}

/** The Node installed on this system outside the project, possibly the oldest supported one. */
export function ownNode(): string {
  const folders = (process.env.PATH ?? '').split(path.delimiter).filter((folder) => !folder.includes('node_modules'))
  const find = 'command -v node || true'
  const output = execFileSync('/bin/sh', ['-c', find], {
    env: { PATH: folders.join(path.delimiter) },
    encoding: 'utf8',
  })
  return output.trim() || process.execPath
}
