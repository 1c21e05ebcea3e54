// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

// A browser with a user who signs in and agrees to everything: oidcbrowser.mjs URL. Prints the last page.
const home = new URL(process.argv[2]).origin
const cookies = new Map()

async function open(url, form) {
  const response = await fetch(url, {
    method: form ? 'POST' : 'GET',
    body: form,
    redirect: 'manual',
    headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
  })
  for (const line of response.headers.getSetCookie()) {
    const [, name, value] = /^([^=]+)=([^;]*)/.exec(line)
    if (value) cookies.set(name, value)
    else cookies.delete(name)
  }
  return response
}

function formOf(page, url) {
  const form = /<form[^>]*action="([^"]*)"[^>]*>([\s\S]*?)<\/form>/.exec(page)
  if (!form) return undefined
  const fields = new URLSearchParams()
  for (const [input] of form[2].matchAll(/<input[^>]*>/g)) {
    const attribute = (name) => new RegExp(`\\b${name}="([^"]*)"`).exec(input)?.[1]
    if (attribute('name')) fields.set(attribute('name'), attribute('value') ?? 'someone')
  }
  if (url.pathname.startsWith('/device') && !fields.has('confirm')) fields.set('confirm', 'yes')
  return { action: new URL(form[1].replaceAll('&amp;', '&'), url), fields }
}

let url = new URL(process.argv[2])
let form
for (let step = 0; step < 20; ++step) {
  const response = await open(url, form)
  const location = response.headers.get('location')
  form = undefined
  if (location) {
    url = new URL(location, url)
    continue
  }
  const page = await response.text()
  const next = url.origin === home && formOf(page, url)
  if (!next) {
    console.log(`${response.status} ${page}`)
    process.exit(0)
  }
  url = next.action
  form = next.fields
}
console.log('too many pages')
process.exit(1)
