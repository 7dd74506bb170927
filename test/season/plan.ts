import type { Lie, SeasonSource } from './servers.ts'
import type { World } from './world.ts'
import { HOSTS } from './world.ts'

/** One night of a season: what is true from then on, what the sources say instead, and how the night must end. */
export interface Night {
  name: string
  /** Changes the truth. `number` is another one each time. */
  truth?: (world: World, number: number) => void
  /** What sources say tonight in place of the truth. */
  lies?: Partial<Record<SeasonSource, Lie>>
  /** How far the clocks of all sources are ahead tonight. */
  clockMs?: number
  /** What a person does to the dataset before the night. */
  person?: (data: string) => void
  /** Sources that a person releases from quarantine. */
  release?: readonly SeasonSource[]

  /** How the night must end; `published` when absent, which `unchanged` satisfies. */
  outcome?: 'refused' | 'silent'
  /** The sources that must be held back whole, with the check that does. */
  held?: Partial<Record<SeasonSource, string>>
  /** The keys of the rows that alone must be held back. */
  heldRows?: Partial<Record<SeasonSource, (world: World) => string[]>>
  /** The sources that must fail. */
  failed?: readonly SeasonSource[]
  /** Hosts of pages that say nothing tonight, and those that count as down. */
  unseen?: readonly string[]
  down?: readonly string[]
}

/** A night that is planned when it comes: a lie depends on what is true then. */
export type Plan = (world: World) => Night

export const someHosts = (count: number) => HOSTS.slice(0, count)
/** What some hosts of pages answer in place of their page. */
export const onHosts =
  (hosts: readonly string[], reply: ReturnType<Lie>): Lie =>
  (asked, _truth, host) =>
    hosts.includes(host) && asked.path !== '/robots.txt' ? reply : null
