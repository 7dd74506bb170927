import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import { onTestFinished } from 'vitest'

/** A certificate for this machine, and its key, which nothing else uses. */
export const CERTIFICATE = readFileSync(join(import.meta.dirname, 'tls', 'cert.pem'), 'utf8')
const KEY = readFileSync(join(import.meta.dirname, 'tls', 'key.pem'), 'utf8')

/** An email as the server accepted it. */
export interface AcceptedMail {
  from: string
  to: string[]
  text: string
  isEncrypted: boolean
  user: string | undefined
}

/**
 * A mail server on this machine, which ends with its test. It knows the user `clinic` with the password `secret`.
 * @param refuse why a complete email is refused; null when it is accepted
 */
export async function openSmtp(options: SMTPServerOptions = {}, refuse: () => Error | null = () => null) {
  const accepted: AcceptedMail[] = []
  /** Every password that was sent, and whether it was encrypted. */
  const logins: { password: string | null | undefined; isEncrypted: boolean }[] = []
  const server = new SMTPServer({
    key: KEY,
    cert: CERTIFICATE,
    authOptional: true,
    allowInsecureAuth: true,
    disableReverseLookup: true,
    logger: false,
    onAuth({ username, password }, session, done) {
      logins.push({ password, isEncrypted: session.secure })
      if (username === 'clinic' && password === 'secret') done(null, { user: username })
      else done(Object.assign(new Error('wrong password of owner@example.org'), { responseCode: 535 }))
    },
    async onData(stream, { envelope, secure, user }, done) {
      const received = await text(stream).catch(() => null)
      const refusal = received === null ? new Error('incomplete') : refuse()
      if (refusal) return done(refusal)
      accepted.push({
        text: received ?? '',
        from: envelope.mailFrom ? envelope.mailFrom.address : '',
        to: envelope.rcptTo.map(({ address }) => address),
        isEncrypted: secure,
        user: user ? String(user) : undefined,
      })
      done()
    },
    ...options,
  })
  server.on('error', () => {})
  const listener = server.listen(0, '127.0.0.1')
  await once(listener, 'listening')
  onTestFinished(() => new Promise((resolve) => server.close(() => resolve())))
  return { port: (listener.address() as AddressInfo).port, accepted, logins }
}
