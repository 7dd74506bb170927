/** What a source has asked of one host in a run. */
export interface Traffic {
  host: string
  requests: number
  /** Number of responses by status; requests without one by what failed. */
  statuses: Record<string, number>
  /** Size of the response bodies, uncompressed. */
  bytes: number
  /** Total time of the requests, in milliseconds. */
  ms: number
}

/** Counts the requests of the sources by host. */
export function openTraffic() {
  const sources = new Map<string, Map<string, Traffic>>()
  const entry = (source: string, host: string): Traffic => {
    const hosts = sources.get(source) ?? new Map<string, Traffic>()
    sources.set(source, hosts)
    const traffic = hosts.get(host) ?? { host, requests: 0, statuses: {}, bytes: 0, ms: 0 }
    hosts.set(host, traffic)
    return traffic
  }
  return {
    /** Counts a request. Returns a function that counts its response. */
    start(source: string, host: string): (status: number | string, bytes: number) => void {
      const traffic = entry(source, host)
      const began = performance.now()
      traffic.requests += 1
      return (status, bytes) => {
        traffic.statuses[status] = (traffic.statuses[status] ?? 0) + 1
        traffic.bytes += bytes
        traffic.ms += Math.round(performance.now() - began)
      }
    },
    of: (source: string): Traffic[] =>
      [...(sources.get(source)?.values() ?? [])].map((traffic) => ({ ...traffic, statuses: { ...traffic.statuses } })),
  }
}
