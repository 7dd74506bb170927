const headers = { Authorization: `Bearer ${process.env.RHP_API_KEY}` }

/** Every award of one dataset. */
async function allAwards() {
  const awards = []
  let version
  for (let page = 1, pages = 1; page <= pages; page += 1) {
    const response = await fetch(`https://service.example.org/api/v1/awards?limit=500&page=${page}`, { headers })
    if (!response.ok) throw new Error(await response.text())
    const served = response.headers.get('X-Dataset-Version')
    version ??= served
    // A new dataset was published between two pages: start again.
    if (served !== version) return allAwards()
    const { data, pagination } = await response.json()
    awards.push(...data)
    pages = pagination.pages
  }
  return awards
}
