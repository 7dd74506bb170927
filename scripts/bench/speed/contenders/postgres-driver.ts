import { createRequire } from 'node:module'
import path from 'node:path'

/** The parts of the driver pg that are used; it is installed outside the project. */
export interface Client {
  connect: () => Promise<void>
  query: (query: string | { name: string; text: string; values: unknown[] }, values?: unknown[]) => Promise<Result>
  end: () => Promise<void>
}
interface Result {
  rows: { [column: string]: string }[]
}
interface Driver {
  Client: new (settings: { connectionString: string }) => Client
  Pool: new (settings: { connectionString: string; max: number }) => Pick<Client, 'query' | 'end'>
}

export const loadDriver = (folder: string): Driver => createRequire(path.join(folder, 'package.json'))('pg')
