import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { openBare } from '../bare-reader.ts'
import { findProgram } from '../tools.ts'
import type { Workload } from '../workloads.ts'
import { type Contender, startServer, stopAll } from './contender.ts'

/** Number of different files per list. */
const FILES_MAX = 200
const DOCUMENTS_MAX = 4_000

/** The responses as static files. It cannot search, and ignores keys and queries. */
export const nginx: Contender = {
  label: 'nginx, static files',
  async start({ material, folder, port, pin }) {
    const program = findProgram('nginx')
    if (!program) return { missing: 'nginx is not installed' }
    const root = path.join(folder, 'files')
    const reader = openBare(material.bare)
    const writeFiles = ({ name, asks, questions }: Workload): string[] => {
      mkdirSync(path.join(root, name), { recursive: true })
      const few = questions.slice(0, asks === 'document' ? DOCUMENTS_MAX : FILES_MAX)
      return few.map((question, at) => {
        const file = `/${name}/${at}.json`
        writeFileSync(path.join(root, file), reader[asks](question as never) ?? '')
        return file
      })
    }
    const files = new Map(
      material.workloads
        .filter(({ asks }) => asks !== 'search')
        .map((workload) => [workload.name, writeFiles(workload)]),
    )
    const conf = path.join(folder, 'nginx.conf')
    writeFileSync(conf, formatConfiguration(root, folder, port))
    const server = await startServer({ command: [...pin, program, '-p', folder, '-c', conf], port })
    return {
      roots: [server.pid],
      headers: {},
      findCalls: ({ name }) => files.get(name)?.map((file) => ({ path: file })) ?? null,
      stop: () => stopAll(server),
    }
  },
}

const formatConfiguration = (root: string, folder: string, port: number): string => `
daemon off;
${process.getuid?.() === 0 ? 'user root;' : ''}
worker_processes 1;
pid ${folder}/nginx.pid;
error_log stderr error;
events { worker_connections 256; }
http {
  access_log off;
  sendfile on;
  tcp_nopush on;
  keepalive_requests 100000000;
  open_file_cache max=10000 inactive=10m;
  default_type application/json;
  ${['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((kind) => `${kind}_temp_path ${folder}/${kind};`).join(' ')}
  server { listen 127.0.0.1:${port}; root ${root}; }
}
`
