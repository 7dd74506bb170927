import { attempt, callApi, getById, show } from './service.ts'

/** Uses a sign-in link on a click, so that a mail scanner that only fetches the page does not use it up. */
const token = location.hash.slice(1)
// Keeps the token out of the browser history and off the screen.
history.replaceState(null, '', location.pathname)

show('link-ready', token !== '')
show('link-missing', token === '')

const button = getById<HTMLButtonElement>('open')
button.addEventListener('click', async () => {
  button.disabled = true
  const isOpen = await attempt(async () => {
    await callApi('POST', '/session', { token })
  })
  if (isOpen) return location.replace('/account')
  show('link-ready', false)
  show('link-missing', true)
})
