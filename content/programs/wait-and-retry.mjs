const headers = { Authorization: `Bearer ${process.env.RHP_API_KEY}` }
const DAY = 86_400

async function ask(path) {
  const response = await fetch(`https://service.example.org/api/v1${path}`, { headers })
  if (response.status !== 429) return response
  let seconds = Number(response.headers.get('Retry-After') ?? 60)
  // A month that is used up may end in 30 days; one timer runs for 24 at most.
  for (; seconds > 0; seconds -= DAY) {
    const wait = Math.min(seconds, DAY)
    await new Promise((resume) => setTimeout(resume, wait * 1000))
  }
  return ask(path)
}
