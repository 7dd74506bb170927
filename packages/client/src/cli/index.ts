#!/usr/bin/env node
import { run } from './program.ts'

/** The command `rhp`. */
const interruption = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => interruption.abort())

// The reader closed the pipe, as `head` does.
process.stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 1))

run(process.argv.slice(2), {
  out: (text) => process.stdout.write(text),
  log: (text) => process.stderr.write(text),
  width: process.stdout.isTTY ? process.stdout.columns : null,
  env: process.env,
  signal: interruption.signal,
}).then((code) => {
  process.exitCode = code
})
