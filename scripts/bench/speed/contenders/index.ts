import { bare } from './bare.ts'
import type { Contender } from './contender.ts'
import { datasette } from './datasette.ts'
import { jsonServer } from './json-server.ts'
import { nginx } from './nginx.ts'
import { ours, oursOnRedis } from './ours.ts'
import { postgres, postgrest } from './postgres.ts'

/** All contenders, in table order. */
export const CONTENDERS = {
  ours,
  redis: oursOnRedis,
  bare,
  nginx,
  postgrest,
  postgres,
  datasette,
  'json-server': jsonServer,
} as const satisfies { [name: string]: Contender }
export type ContenderName = keyof typeof CONTENDERS
export const CONTENDER_NAMES = Object.keys(CONTENDERS) as ContenderName[]
