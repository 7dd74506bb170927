import type { Lie, SeasonSource } from './servers.ts'
import type { World } from './world.ts'
import { HOSTS } from './world.ts'

/** One run of a season: what is true from then on, what the sources return instead, and how the run must end. */
export interface Night {
  name: string
  /** Changes the truth. `number` differs each time. */
  truth?: (world: World, number: number) => void
  /** What sources return in this run instead of the truth. */
  lies?: Partial<Record<SeasonSource, Lie>>
  /** How far the clocks of all sources are ahead in this run. */
  clockMs?: number
  /** What a person does to the dataset before the run. */
  person?: (data: string) => void
  /** Sources that a person releases from quarantine. */
  release?: readonly SeasonSource[]

  /** How the run must end; `published` by default, which `unchanged` satisfies. */
  outcome?: 'refused' | 'silent'
  /** The sources that must be held back completely, with the failed check. */
  held?: Partial<Record<SeasonSource, string>>
  /** The keys of the rows that must be held back individually. */
  heldRows?: Partial<Record<SeasonSource, (world: World) => string[]>>
  /** The sources that must fail. */
  failed?: readonly SeasonSource[]
  /** Hosts of pages that say nothing in this run, and those that count as down. */
  unseen?: readonly string[]
  down?: readonly string[]
}

/** A run that is planned when it starts: bad data depends on what is true then. */
export type Plan = (world: World) => Night

export const someHosts = (count: number) => HOSTS.slice(0, count)
/** The responses of some hosts instead of their pages. */
export const onHosts =
  (hosts: readonly string[], reply: ReturnType<Lie>): Lie =>
  (asked, _truth, host) =>
    hosts.includes(host) && asked.path !== '/robots.txt' ? reply : null
