import { byId, show } from './dom.ts'
import { ask } from './request.ts'
import { attempt } from './talk.ts'

/** Opens a sign-in link when its reader says so: a mail scanner that merely fetches the page opens nothing. */
const token = location.hash.slice(1)
// What the address no longer holds is in no history and on no screen.
history.replaceState(null, '', location.pathname)

show('link-ready', token !== '')
show('link-missing', token === '')

const button = byId<HTMLButtonElement>('open')
button.addEventListener('click', async () => {
  button.disabled = true
  const isOpen = await attempt(async () => {
    await ask('POST', '/session', { token })
  })
  if (isOpen) return location.replace('/account')
  show('link-ready', false)
  show('link-missing', true)
})
