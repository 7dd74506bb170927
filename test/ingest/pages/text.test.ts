import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readPage } from '../../../src/ingest/pages/text.ts'
import { anyText } from '../../any-text.ts'

const URL = 'https://dph.example.gov/rural/'
const TODAY = '2026-11-20'
const readText = (html: string, today = TODAY): string => readPage(html, URL, today).text

describe('the text of a page', () => {
  it('is what a reader sees, one line per block', () => {
    const html = `<html><head><title>Rural</title><style>p{}</style></head><body>
      <h1>Rural   Health</h1><p>One <b>two</b>&nbsp;three &amp; four.</p><ul><li>A<li>B</ul>
      <script>track()</script><noscript>Enable it</noscript><template>t</template></body></html>`
    expect(readText(html)).toBe('Rural\nRural Health\nOne two three & four.\nA\nB')
  })

  it.each([
    '<nav>Home About</nav>',
    '<header>Menu</header>',
    '<footer>Contact</footer>',
    '<aside>News</aside>',
    '<form><label>Search</label><input></form>',
    '<div role="navigation">Home</div>',
    '<div role="search">Find</div>',
    '<div class="cookie-banner">We use cookies</div>',
    '<div id="breadcrumbs">Home &gt; Rural</div>',
    '<ol class="nav breadcrumb"><li>Home</li></ol>',
    '<a class="skip-link" href="#main">Skip</a>',
    '<div aria-hidden="true">icon</div>',
    '<p hidden>later</p>',
    '<button>Share</button>',
    '<div><nav><div>deep</div></nav></div>',
  ])('is the same with and without %s', (furniture) => {
    expect(readText(`<body>${furniture}<p>Content</p></body>`)).toBe('Content')
    expect(readText(`<body><p>Content</p>${furniture}</body>`)).toBe('Content')
  })

  it('is the main part, if the page marks one that has text', () => {
    const long = 'Funding for rural hospitals. '.repeat(10).trim()
    expect(readText(`<div>Banner of the day</div><main><header>Title</header><p>${long}</p></main>`)).toBe(
      `Title\n${long}`,
    )
    expect(readText('<div>All of it</div><main><p>Short</p></main>')).toBe('All of it\nShort')
  })

  it('keeps words together across inline tags and apart across blocks', () => {
    expect(readText('<p>foot<i>note</i></p><div>one</div><div>two</div>x<br>y')).toBe('footnote\none\ntwo\nx\ny')
  })

  it('is also read from malformed pages', () => {
    expect(readText('<p>a<p>b</div></main><li>c <b>d')).toBe('a\nb\nc d')
    expect(readText('')).toBe('')
    expect(readText(`${'<div>'.repeat(900)}deep`)).toBe('deep')
  })
})

it('rejects a page that is nested too deeply', () => {
  expect(() => readText('<div>'.repeat(1_000_000))).toThrow('is nested too deeply')
})

describe('the same content on another day gives the same text', () => {
  const page = (clock: string, year: string, visits: string) => `<body>
    <div>${clock}</div><h1>Rural Health</h1><p>Apply by November 30, 2026.</p>
    <p>Last updated: ${clock}</p><p>${visits} visitors since 2020</p><p>© ${year} State of Example. All rights reserved.</p></body>`

  it.each([
    ['Friday, November 20, 2026', 'Saturday, November 21, 2026'],
    ['Today is Friday, November 20, 2026', 'Today is Saturday, November 21, 2026'],
    ['11/20/2026', '11/21/2026'],
    ['Nov 20, 2026 | 9:15 AM', 'Nov 21, 2026 | 10:47 AM'],
    ['2026-11-20 09:15', '2026-11-21 10:47'],
    ['9:15 a.m. EST', '10:47 a.m. EST'],
  ])('with the clock %s', (friday, saturday) => {
    const first = readText(page(friday, '2026', '1,204'), '2026-11-20')
    expect(readText(page(saturday, '2027', '1,377'), '2026-11-21')).toBe(first)
    expect(first).toBe('Rural Health\nApply by November 30, 2026.')
  })

  it('while a deadline in a table or list is content even on its day', () => {
    const table = '<table><tr><td>RFP</td><td>November 20, 2026</td></tr></table><ul><li>November 20, 2026</li></ul>'
    const text = 'RFP\nNovember 20, 2026\nNovember 20, 2026'
    expect(readText(table, '2026-11-20')).toBe(text)
    expect(readText(table, '2026-10-01')).toBe(text)
  })

  it('while a date of another day is content', () => {
    const text = (day: string) => readText(`<p>${day}</p>`)
    expect(text('December 15, 2026')).toBe('December 15, 2026')
  })
})

describe('the links of a page', () => {
  it('have a URL, a text and the row they are in', () => {
    const html = `<nav><a href="/">Home</a></nav>
      <table><tr><td><a href="rfp.pdf">RFP <b>12</b></a></td><td><p>Due 12/1/2026</p></td></tr><tr><td>Other row</td></tr></table>
      <p>See <a href="https://grants.example.gov/">grants</a>.</p><div>After</div>`
    expect(readPage(html, URL, TODAY).links).toEqual([
      { url: 'https://dph.example.gov/rural/rfp.pdf', text: 'RFP 12', context: 'RFP 12 Due 12/1/2026' },
      { url: 'https://grants.example.gov/', text: 'grants', context: 'See grants.' },
    ])
  })

  it('are public http(s) URLs with a text', () => {
    const hrefs = [
      'javascript:alert(1)',
      'mailto:a@b.gov',
      'http://127.0.0.1/x',
      '#top',
      'https://a:b@c.gov/',
      'data:text/html,x',
    ]
    const html = hrefs.map((href) => `<a href="${href}">x</a>`).join('')
    expect(readPage(`${html}<a href="/empty"> </a><a>none</a>`, URL, TODAY).links.map(({ url }) => url)).toEqual([
      `${URL}#top`,
    ])
  })
})

it('never fails, whatever the input', () => {
  const part = fc.constantFrom(
    '<p>',
    '</p>',
    '<a href="x">',
    '</a>',
    '<nav>',
    '</nav>',
    '<script>',
    '</script>',
    '<tr>',
    'word ',
    '&amp;',
    '<!--',
    '-->',
    '\0',
  )
  fc.assert(
    fc.property(
      fc.oneof(
        fc.array(part).map((parts) => parts.join('')),
        anyText(),
      ),
      (html) => {
        const page = readPage(html, URL, TODAY)
        expect(page.text).not.toContain('\0')
        expect(readPage(html, URL, TODAY)).toEqual(page)
      },
    ),
  )
})
