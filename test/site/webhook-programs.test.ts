import { spawn } from 'node:child_process'
import { symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { openPoster } from '../../src/notify/webhook-post.ts'
import { readProgram } from '../../src/site/docs/programs.ts'
import { scratch } from '../api.ts'
import { freePort } from '../storage/engines.ts'

const SECRET = `whsec_${Buffer.alloc(32, 7).toString('base64')}`
const OTHER = `whsec_${Buffer.alloc(32, 8).toString('base64')}`
const BODY = JSON.stringify({
  type: 'changes.published',
  data: { changes: [{ resource: 'awards', id: 'a1', change: 'CREATED' }], next: null },
})

it("the guide's receiver accepts what the service signed once, and rejects what others signed", async () => {
  const folder = scratch()
  symlinkSync(path.resolve(import.meta.dirname, '../../node_modules'), path.join(folder, 'node_modules'))
  writeFileSync(path.join(folder, 'receiver.mjs'), readProgram('receive-webhook.mjs', ''))
  const port = await freePort()
  const program = spawn(process.execPath, ['receiver.mjs'], {
    cwd: folder,
    env: { PATH: process.env.PATH, PORT: String(port), WEBHOOK_SECRET: SECRET },
  })
  onTestFinished(() => void program.kill())
  let printed = ''
  program.stdout.on('data', (text) => {
    printed += text
  })
  const origin = `http://127.0.0.1:${port}`
  const poster = openPoster({ allowedOrigins: [origin] })
  const send = (secret: string) => poster.send({ url: origin, id: 'msg_1', body: BODY, secrets: [secret] }, Date.now())
  await expect.poll(() => send(OTHER), { timeout: 10_000 }).toEqual({ status: 400, fault: 'STATUS' })
  expect([await send(SECRET), await send(SECRET)]).toEqual([
    { status: 204, fault: null },
    { status: 204, fault: null },
  ])
  await expect.poll(() => printed).toBe('CREATED awards a1\n')
})
