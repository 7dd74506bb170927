import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import type { SMTPServerOptions } from 'smtp-server'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { createSignInMail, openMailer, sendMail } from '../../src/notify/mail.ts'
import { CERTIFICATE, openSmtp } from './smtp.ts'

/** The mailer against a real mail server on this machine. */

const LINK = 'https://api.example.org/account/open#token'
const MAIL = createSignInMail('owner@example.org', LINK)
const PATIENT = { silentMs: 10_000, totalMs: 30_000 }
const QUICK = { silentMs: 300, totalMs: 900 }

const defaults = getCACertificates('default')
beforeAll(() => setDefaultCACertificates([...defaults, CERTIFICATE]))
afterAll(() => setDefaultCACertificates(defaults))

const send = async (url: string, to: readonly string[] = MAIL.to, timeouts = PATIENT) => {
  const mailer = await openMailer({ SMTP_URL: url, MAIL_FROM: 'service@example.org' }, () => {}, timeouts)
  const began = performance.now()
  const result = await sendMail(mailer, { ...MAIL, to: [...to] })
  return { ...result, ms: performance.now() - began }
}
const at = (port: number, login = '', scheme = 'smtp', host = '127.0.0.1') => `${scheme}://${login}${host}:${port}`

/** A server that speaks for itself. */
async function speaking(onConnection: (socket: Socket) => void): Promise<number> {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
    onConnection(socket)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  return (server.address() as AddressInfo).port
}

describe('an email', () => {
  it('is encrypted by STARTTLS, and contains its link', async () => {
    const { port, accepted } = await openSmtp()
    expect(await send(at(port))).toMatchObject({ delivered: true, reason: null })
    expect(accepted).toMatchObject([
      { from: 'service@example.org', to: ['owner@example.org'], isEncrypted: true, user: undefined },
    ])
    expect(accepted[0]?.text.replaceAll('=\r\n', '').replaceAll('=3D', '=')).toContain(LINK)
  })

  it('is sent with a login, over STARTTLS and over TLS from the start', async () => {
    const { port, accepted, logins } = await openSmtp({ authOptional: false })
    expect(await send(at(port, 'clinic:secret@'))).toMatchObject({ delivered: true })
    const direct = await openSmtp({ secure: true, authOptional: false })
    expect(await send(at(direct.port, 'clinic:secret@', 'smtps'))).toMatchObject({ delivered: true })
    expect([...accepted, ...direct.accepted].map(({ user, isEncrypted }) => [user, isEncrypted])).toEqual([
      ['clinic', true],
      ['clinic', true],
    ])
    expect(logins).toEqual([{ password: 'secret', isEncrypted: true }])
  })

  it('is sent to the recipients that the server accepts', async () => {
    const { port, accepted } = await openSmtp({
      onRcptTo({ address }, _, done) {
        if (address === 'gone@example.org') done(Object.assign(new Error('no such user'), { responseCode: 550 }))
        else done()
      },
    })
    expect(await send(at(port), ['gone@example.org', 'owner@example.org'])).toMatchObject({ delivered: true })
    expect(accepted[0]?.to).toEqual(['owner@example.org'])
  })
})

describe('a password', () => {
  it('is never sent in plain text to another machine, even if the server offers no encryption', async () => {
    const { port, accepted, logins } = await openSmtp({ hideSTARTTLS: true, disabledCommands: ['STARTTLS'] })
    expect(await send(at(port, 'clinic:secret@', 'smtp', '0.0.0.0'))).toMatchObject({ delivered: false })
    expect([logins, accepted]).toEqual([[], []])
    expect(await send(at(port, 'clinic:secret@'))).toMatchObject({ delivered: true })
  })

  it('is not sent to a server whose certificate is not valid', async () => {
    setDefaultCACertificates(defaults)
    const { port, accepted, logins } = await openSmtp()
    expect(await send(at(port, 'clinic:secret@'))).toMatchObject({ delivered: false })
    expect([logins, accepted]).toEqual([[], []])
    setDefaultCACertificates([...defaults, CERTIFICATE])
  })
})

describe('a refusal', () => {
  const refusing = (responseCode: number) => Object.assign(new Error('owner@example.org is refused'), { responseCode })
  it.each<[string, SMTPServerOptions, string, string]>([
    ['of the login', {}, 'clinic:wrong@', 'EAUTH 535'],
    ['of the sender', { onMailFrom: (_, __, done) => done(refusing(553)) }, '', 'EENVELOPE 553'],
    ['of every recipient', { onRcptTo: (_, __, done) => done(refusing(550)) }, '', 'EENVELOPE 550'],
    ['for now', { onRcptTo: (_, __, done) => done(refusing(451)) }, '', 'EENVELOPE 451'],
    [
      'of the content',
      {
        onData(stream, _, done) {
          stream.resume().on('end', () => done(refusing(554)))
        },
      },
      '',
      'EMESSAGE 554',
    ],
    ['of the connection', { onConnect: (_, done) => done(refusing(421)) }, '', 'EPROTOCOL 421'],
  ])('%s is reported by its codes alone', async (_, options, login, reason) => {
    const { port, accepted } = await openSmtp(options)
    expect(await send(at(port, login))).toMatchObject({ delivered: false, reason })
    expect(accepted).toEqual([])
  })
})

describe('a delay', () => {
  it.each<[string, (socket: Socket) => void]>([
    ['before the greeting', () => {}],
    ['after the greeting', (socket) => socket.write('220 here\r\n')],
    [
      'between the bytes of a reply that never ends',
      (socket) => {
        socket.write('220-here\r\n')
        const timer = setInterval(() => socket.write('220-x\r\n'), 50)
        socket.on('close', () => clearInterval(timer))
      },
    ],
  ])('%s ends the attempt in time', async (_, onConnection) => {
    const { delivered, reason, ms } = await send(at(await speaking(onConnection)), MAIL.to, QUICK)
    expect({ delivered, reason }).toEqual({ delivered: false, reason: 'ETIMEDOUT' })
    expect(ms).toBeLessThan(5_000)
  })

  it('of the acceptance ends the attempt in time', async () => {
    const { port } = await openSmtp({ onData: (stream) => void stream.resume() })
    expect(await send(at(port), MAIL.to, QUICK)).toMatchObject({ delivered: false, reason: 'ETIMEDOUT' })
  })

  it('that is short does no harm', async () => {
    const { port, accepted } = await openSmtp({ onMailFrom: (_, __, done) => void setTimeout(done, 150) })
    expect(await send(at(port))).toMatchObject({ delivered: true })
    expect(accepted).toHaveLength(1)
  })

  it('of a server that hangs up in between is reported', async () => {
    const port = await speaking((socket) => socket.write('220 here\r\n', () => setTimeout(() => socket.destroy(), 50)))
    expect(await send(at(port))).toMatchObject({ delivered: false, reason: expect.stringMatching(/^E[A-Z]+$/) })
  })
})
