import { execFileSync } from 'node:child_process'
import { X509Certificate } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { rootCertificates } from 'node:tls'
import { Agent, fetch } from 'undici'
import { expect, it, onTestFinished } from 'vitest'
import { MISSING_CERTIFICATES, openConnector } from '../../../src/ingest/net/network.ts'

it('adds only certificates that a trusted root issued', () => {
  const roots = rootCertificates.map((text) => new X509Certificate(text))
  for (const text of Object.values(MISSING_CERTIFICATES).flat()) {
    const certificate = new X509Certificate(text)
    const issuer = roots.find((root) => certificate.checkIssued(root))
    expect({
      of: certificate.subject,
      isIssued: issuer && certificate.verify(issuer.publicKey),
      isCa: certificate.ca,
    }).toEqual({ of: certificate.subject, isIssued: true, isCa: true })
  }
})

/** A server at `localhost` that sends its own certificate without the one that issued it. */
async function incompleteServer() {
  const folder = mkdtempSync(path.join(tmpdir(), 'certificates-'))
  const file = (name: string) => path.join(folder, name)
  const openssl = (...options: string[]) => execFileSync('openssl', options, { cwd: folder, stdio: 'pipe' })
  const key = (name: string) => [
    '-newkey',
    'ec',
    '-pkeyopt',
    'ec_paramgen_curve:prime256v1',
    '-nodes',
    '-keyout',
    `${name}.key`,
  ]
  writeFileSync(file('ca.ext'), 'basicConstraints=critical,CA:TRUE\n')
  writeFileSync(file('leaf.ext'), 'subjectAltName=DNS:localhost\n')
  openssl('req', '-x509', ...key('root'), '-out', 'root.pem', '-subj', '/CN=Root', '-days', '2')
  const issue = (name: string, issuer: string, extensions: string) => {
    openssl('req', ...key(name), '-out', `${name}.csr`, '-subj', `/CN=${name}`)
    const by = ['-CA', `${issuer}.pem`, '-CAkey', `${issuer}.key`, '-CAcreateserial']
    openssl('x509', '-req', '-in', `${name}.csr`, ...by, '-out', `${name}.pem`, '-days', '2', '-extfile', extensions)
  }
  issue('middle', 'root', 'ca.ext')
  issue('localhost', 'middle', 'leaf.ext')
  const read = (name: string) => readFileSync(file(name), 'utf8')
  const server = createServer({ key: read('localhost.key'), cert: read('localhost.pem') }, (_, response) =>
    response.end('hello'),
  ).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  return {
    url: `https://localhost:${(server.address() as AddressInfo).port}/`,
    root: read('root.pem'),
    middle: read('middle.pem'),
  }
}

it('verifies a host that leaves out a certificate, if it has the missing one, and no other', async () => {
  const { url, root, middle } = await incompleteServer()
  const ask = async (missing: Record<string, readonly string[]>) => {
    const agent = new Agent({ connect: openConnector({ timeout: 2_000 }, missing) })
    onTestFinished(() => agent.destroy())
    return (await fetch(url, { dispatcher: agent })).text()
  }
  expect(await ask({ localhost: [root, middle] })).toBe('hello')
  await expect(ask({ localhost: [root] })).rejects.toThrow('fetch failed')
  await expect(ask({ 'other.example': [root, middle] })).rejects.toThrow('fetch failed')
})
