const headers = { Authorization: `Bearer ${process.env.RHP_API_KEY}` }

/** Handles every event after `since`, in order, and returns where to begin the next time. */
async function follow(since, handle) {
  const start = encodeURIComponent(since)
  for (let page = 1; ; page += 1) {
    const query = `type=ALL&limit=100&since=${start}&page=${page}`
    const response = await fetch(`https://service.example.org/api/v1/activity?${query}`, { headers })
    if (!response.ok) throw new Error(await response.text())
    const { data, hasMore } = await response.json()
    for (const event of data) {
      await handle(event)
      since = event.occurredAt
    }
    if (!hasMore) return since
  }
}
