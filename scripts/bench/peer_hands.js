// Ranks 1000 hands of seven cards, round after round, by a package of npm's.
//
//   node scripts/bench/peer_hands.js FOLDER PACKAGE text|own ROUNDS
//
// Hands are lists of texts, or what the package itself makes of them. They are
// the same as peer_hands.lua makes.
'use strict'
const path = require('path')
const [folder, name, kind, rounds] = process.argv.slice(2)
const peer = require(path.resolve(folder, 'node_modules', name))

let state = 1n
function random(n) {
  state = (state * 1103515245n + 12345n) % 2147483648n
  return Number((state / 65536n) % BigInt(n))
}

function hand() {
  const deck = Array.from({ length: 52 }, (_, i) => i)
  const codes = []
  for (let i = 0; i < 7; i++) {
    const j = i + random(52 - i)
    ;[deck[i], deck[j]] = [deck[j], deck[i]]
    codes.push('23456789TJQKA'[deck[i] % 13] + 'cdhs'[Math.floor(deck[i] / 13)])
  }
  return codes
}

const own = {
  phe: codes => codes.map(code => peer.cardCode(code[0], code[1])),
  pokersolver: codes => codes.map(code => new peer.Card(code)),
  'poker-evaluator': codes =>
    codes.map(code => {
      const rank = '23456789TJQKA'.indexOf(code[0])
      return 4 * rank + 'cdhs'.indexOf(code[1]) + 1
    })
}
const evaluate = {
  phe: kind === 'own' ? peer.evaluateCardCodes : peer.evaluateCards,
  pokersolver: peer.Hand && (cards => peer.Hand.solve(cards).rank),
  'poker-evaluator': cards => peer.evalHand(cards).value
}[name]

const hands = Array.from({ length: 1000 }, hand).map(kind === 'own' ? own[name] : h => h)
let sum = 0
for (let round = 0; round < Number(rounds); round++)
  for (const cards of hands) sum += evaluate(cards)
if (Number.isNaN(sum)) process.exit(1)
