import { fold } from './words.ts'

/** Signs that a text would lead a reader elsewhere, or that could be mistaken for the citations of an answer. */
const FOREIGN = [
  /[a-z0-9+.-]:\/\//,
  /\b(?:javascript|data|mailto|tel):/,
  /\bwww\./,
  /\S@[^\s@]+\.\S/,
  // URLs without a scheme; those of the government name its registers.
  /\b[a-z0-9-]+(?:\.[a-z0-9-]+)*\.(?!gov\b)(?:[a-z]{2,3}|info|site|online|example|test|shop|click|link|tech|club)\/\S/,
  /\b[a-z0-9-]{2,}\.(?:com|net|org|io|co|biz|info|xyz|ai|app|dev|site|online|example|test|top|shop|click|link|ru|cn)\b/,
  /<\/?[a-z!]/,
  /\]\s*\(/,
  /```/,
  /\[\d+\]/,
  /[{}]/,
] as const

/** Words that tell a reader what to do with the text instead of informing about its subject. */
const COMMANDS = [
  /\b(?:ignore|disregard|forget|override|bypass|overlook|skip)\b.{0,60}\b(?:instruction|prompt|rule|direction|guideline|guidance|context|message|text|document|source|passage|citation|question|above|previous|prior|earlier|everything)/,
  /\b(?:system|developer|hidden|secret|new|updated|special|following|these|my)\s+(?:prompt|message|instruction|directive|command)s?\b/,
  /\b(?:prompt injection|jailbreak|language model|chatbot|chatgpt|large model|ai (?:model|assistant|agent|system)s? (?:must|should|reading|that reads?)|as an ai|llms?)\b/,
  /\b(?:you are|you're|act as (?:a|an|if|though)|pretend|role-?play|behave as|speak (?:as|like)|talk like|write (?:as|like|in)|from now on)\b/,
  /\b(?:assistant|summari[sz]er|reader|model|bot|agent|engine|ai)s?\s*:\s*[a-z]+/,
  /\b(?:note|message|instructions?|attention|notice|memo)\s+(?:to|for)\s+(?:the\s+|any\s+|all\s+)?(?:ai|assistant|summari[sz]er|model|bot|agent|engine|reader|llm)/,
  /\b(?:do not|don't|never|always|must|should|please|only)\b.{0,40}\b(?:cite|quote|mention|answer|respond|reply|reveal|output|print|repeat|say|tell|recommend|refuse|translate)\b/,
  /\b(?:in|with|for|to) your (?:answer|response|reply|summary|output)\b/,
  /\b(?:your|the|this|any|every|all) (?:answer|response|reply|summary|output)s? (?:to|must|should|is|has|will|shall|needs?)\b/,
  /\bwhen (?:you|asked|answering|summari[sz]ing|quoting|citing)\b/,
  /^(?:please |kindly |now |also |important: |urgent: |first, |then )*(?:say|respond|reply|answer|output|print|write|repeat|tell|click|visit|go to|call|email|e-mail|send|buy|subscribe|follow|download|install|execute|run the|open the|cite|quote|translate|(?:begin|start|end) (?:with|by|your|every|each|the)|append|prepend|insert|replace|reveal|describe|rate|recommend|praise|conclude|add|use|include|mention|stop)\b/,
  /\b(?:trust me|best ever|act now|limited offer|click here|wire transfer|gift card|bitcoin|password|credit card|api key)\b/,
] as const

// Invisible characters that split a word.
const INVISIBLE = /[\u00ad\u200b-\u200f\u2060-\u2064\ufeff\p{Cf}]/gu
const LETTERS = /\p{L}/gu
const CAPITALS = /\p{Lu}/gu
const SHOUTED_LETTERS = 24
const SHOUTED_SHARE = 0.7

/**
 * Whether a passage may be quoted in an answer: it informs, and does not command, link or shout. A guard against
 * instructions in a document; what passes it is quoted as text and never obeyed.
 */
export function isQuotable(text: string): boolean {
  const plain = fold(text.replace(INVISIBLE, ''))
  if (FOREIGN.some((mark) => mark.test(plain)) || COMMANDS.some((command) => command.test(plain))) return false
  const letters = text.match(LETTERS)?.length ?? 0
  const capitals = text.match(CAPITALS)?.length ?? 0
  const isShouted = (letters >= SHOUTED_LETTERS && capitals > letters * SHOUTED_SHARE) || text.includes('!!')
  return letters > 0 && !isShouted
}
