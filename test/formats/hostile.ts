/** Texts that break a careless format writer: formulas, line folds, control characters, markup. */
export const HOSTILE = [
  '=HYPERLINK("https://evil.example","Click")',
  '+1+1',
  '-2+3',
  '@SUM(A1:A9)',
  '\t=1+1',
  '\r=1+1',
  '＝1+1',
  'a "quoted" word, a comma; a semicolon',
  'one\r\nBEGIN:VALARM\r\nTRIGGER:-PT15M\r\nEND:VALARM',
  'one\r\n ATTENDEE:mailto:evil@example.org',
  'back\\slash \\n \\, \\;',
  '<script>alert(1)</script> & <b>bold</b>',
  ']]><entry><title>forged</title></entry><![CDATA[',
  'null \u0000 bell \u0007 escape \u001b separator \u2028 override \u202e non \uffff',
  'lone \ud83d surrogate',
  `long ${'é😀'.repeat(60)} end`,
] as const

/** The part of a text that a plain-text format keeps. */
export const toPlain = (text: string): string =>
  [...text]
    .map((character) =>
      /^(?:[\u0000-\u001f\u007f-\u009f\u2028\u2029\ufeff\u202a-\u202e\u2066-\u2069\ufffd-\uffff]|[\ud800-\udfff])$/.test(
        character,
      )
        ? ' '
        : character,
    )
    .join('')

export const HOSTILE_ADDRESSES = [
  'javascript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  'vbscript:x',
  'file:///etc/passwd',
  'https://user:secret@example.org/',
  '//example.org/',
  'not an address',
] as const
