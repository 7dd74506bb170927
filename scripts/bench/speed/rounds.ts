import { mkdirSync } from 'node:fs'
import path from 'node:path'
import type { Running } from './contenders/contender.ts'
import { CONTENDERS, type ContenderName } from './contenders/index.ts'
import type { Material } from './material.ts'
import { ask, combine, type Figures, type Manner, measure, prepare, type Runner, readRunnerMemory } from './measure.ts'
import { findPins } from './tools.ts'
import type { WorkloadName } from './workloads.ts'

/** The results of one contender. */
export interface Result {
  contender: ContenderName
  label: string
  /** Why it was not measured; null if it was. */
  missing: string | null
  memoryMb: number | null
  figures: { [Name in WorkloadName]?: Figures }
}

interface Plan {
  names: readonly ContenderName[]
  folder: string
  firstPort: number
  rounds: number
  manner: Omit<Manner, 'pin'>
  say: (line: string) => void
}

const PORTS_EACH = 10

/**
 * Measures contenders side by side. All of them run throughout, and each round measures them in turn, starting with a
 * different one, so that other activity on the machine affects all of them equally.
 */
export async function measureSideBySide(material: Material, plan: Plan): Promise<Result[]> {
  const { names, folder, firstPort, say } = plan
  const pin = findPins()
  const runners = new Map<ContenderName, Runner>()
  const missing = new Map<ContenderName, string>()
  try {
    for (const [index, name] of names.entries()) {
      const port = firstPort + index * PORTS_EACH
      const place = { material, folder: path.join(folder, name), port, pin: pin.server }
      mkdirSync(place.folder, { recursive: true })
      const started: Running | { missing: string } = await CONTENDERS[name].start(place)
      if ('missing' in started) missing.set(name, started.missing)
      else runners.set(name, await prepare(started, place, material.workloads))
      say(`${CONTENDERS[name].label}: ${'missing' in started ? started.missing : 'runs'}`)
    }
    await compareAnswers(runners, material)
    const measured = await measureInRounds(runners, material, { ...plan, manner: { ...plan.manner, pin: pin.load } })
    return names.map((name) => {
      const runner = runners.get(name)
      return {
        contender: name,
        label: CONTENDERS[name].label,
        missing: missing.get(name) ?? null,
        memoryMb: runner ? readRunnerMemory(runner) : null,
        figures: Object.fromEntries([...(measured.get(name) ?? [])].map(([workload, of]) => [workload, combine(of)])),
      }
    })
  } finally {
    for (const { running } of runners.values()) await running.stop()
  }
}

type Measured = Map<ContenderName, Map<WorkloadName, Figures[]>>

async function measureInRounds(
  runners: ReadonlyMap<ContenderName, Runner>,
  { workloads }: Material,
  { rounds, manner, say }: Omit<Plan, 'manner'> & { manner: Manner },
): Promise<Measured> {
  const measured: Measured = new Map([...runners.keys()].map((name) => [name, new Map()]))
  for (let round = 0; round < rounds; round += 1) {
    for (const { name: workload } of workloads) {
      for (const contender of rotate([...runners.keys()], round)) {
        // The servers are warm in later rounds.
        const how = round === 0 ? manner : { ...manner, warmupSeconds: 0 }
        const figures = await measure(runners.get(contender) as Runner, workload, how)
        const of = measured.get(contender)
        if (figures) of?.set(workload, [...(of.get(workload) ?? []), figures])
      }
    }
    say(`Round ${round + 1} of ${rounds} is done.`)
  }
  return measured
}

const rotate = <Item>(items: readonly Item[], by: number): Item[] => {
  const start = items.length === 0 ? 0 : by % items.length
  return [...items.slice(start), ...items.slice(0, start)]
}

const COMPARED = 3

/**
 * Checks that the service and the baseline send the same records. @throws Error with the first question where they
 * differ
 */
async function compareAnswers(runners: ReadonlyMap<ContenderName, Runner>, { workloads }: Material): Promise<void> {
  const [service, baseline] = [runners.get('ours'), runners.get('bare')]
  if (!service || !baseline) return
  for (const workload of workloads.filter(({ asks, isHeld }) => asks !== 'search' && !isHeld)) {
    const [ours, theirs] = [service, baseline].map(
      ({ running }) => running.findCalls(workload)?.slice(0, COMPARED) ?? [],
    )
    for (const [at, call] of (ours ?? []).entries()) {
      const first = JSON.parse((await ask(service.port, call, service.running.headers)).text)
      const second = JSON.parse((await ask(baseline.port, theirs?.[at] ?? call, baseline.running.headers)).text)
      const [records, others] = [first, second].map((answer) => JSON.stringify(answer.data ?? answer))
      if (records !== others)
        throw new Error(
          `The service and the baseline differ at ${call.path}: ${records?.slice(0, 300)} versus ${others?.slice(0, 300)}`,
        )
    }
  }
}
