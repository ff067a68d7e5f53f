// 00 Whose memory, about what
// edit the values and run this before the others
:params {user: "ada", name: "Ada Novak", other: "Leila", words: "Ada Novak lives in", days: 7, day: "2026-01-15"}
