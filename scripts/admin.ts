import { runAdmin } from '../src/admin/program.ts'
import { openStore } from '../src/storage/open.ts'

// The admin commands can wait longer than an API request.
const PATIENCE_MS = 10_000

process.exitCode = await runAdmin(process.argv.slice(2), {
  openStore: () => openStore(process.env, PATIENCE_MS),
  now: Date.now,
  out: (text) => void process.stdout.write(text),
  log: (text) => void process.stderr.write(text),
  env: process.env,
})
