import { runAdmin } from '../src/admin/program.ts'
import { openStore } from '../src/metering/open.ts'

process.exitCode = await runAdmin(
  process.argv.slice(2),
  {
    openStore: () => openStore(process.env),
    now: Date.now,
    out: (text) => void process.stdout.write(text),
    env: process.env,
  },
  (text) => void process.stderr.write(text),
)
