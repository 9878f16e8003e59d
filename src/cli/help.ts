export const help = `research-ledger: research that leaves something a person can check

  run "QUESTION" --folder DIR… [--url U…] [--search NAME…]   research a question
      --model extractive|openai:NAME|responses:NAME|hosted:NAME|replay:FILE             who decides the steps (default: extractive, or openai:NAME when OPENAI_API_KEY and OPENAI_MODEL are set)
      --role ROLE=MODEL…           another model for a role: main, child (what is delegated), verifier (checks what was written; nobody does unless named), judge
      --roles FILE                 models, output limits and prices by role, as JSON: {"main": {"price": {"input": 2, "cached": 0.5, "output": 8}, "maxOutput": 4000}, …}
      --depth auto|standard|deep   --language TAG   --set AXIS=N…   --deadline TIME   --plan FILE   --template FILE
      --allow-host HOST…           private hosts that may be fetched from
      --allow-web-queries          queries may leave the machine after files of a folder were read
      --out DIR                    where runs are kept (default ./.research)
      --yes                        take every default, ask nothing
      --json                       one JSON object on standard output
  plan "QUESTION" --folder DIR… --out FILE                   write the plan that would run, to be read, edited and given to run --plan
  resume RUN                       go on where it stopped
  continue RUN "QUESTION"          ask further in an ended run
  ask RUN "QUESTION" [--model openai:NAME]   answer from the ledger alone: no search, no read (default: by its words)
  show RUN [article|claims|evidence|searches|sources|conflicts|checks|budget|convergence|trace] [--version N] [--json]
                                   --json: {format, run, PART}; without a part the whole run
  show RUN trace K12               a request or call exactly as it was sent
  verify RUN                       hash every archived source again and compare every quoted span
  recheck RUN [S3…]                fetch live sources again, and say which citations changed
  explain RUN B1:3                 what does this sentence rest on, and does the chain hold?
  withdraw RUN S3 --reason …       take a source out, and everything that rests on it
  restore RUN S3 --reason …        take it back in, and everything that fell with it alone
  correct RUN ID --set FIELD=VALUE --reason …
  approve RUN B1:3                 your word on a sentence that waits for it: one that bears on a high-risk claim
  reject RUN B1:3 --reason …       its claim is open again, and what it cites for it is withdrawn
  judge RUN [--model openai:NAME]  an outside model's word on the finished article: is each part of the question answered? Changes nothing
  export RUN --format markdown|warc --out FILE               the article, or all that was archived (FILE.warc, FILE.warc.gz)

RUN is a run's folder, or an id below --out. Progress goes to standard error.
Exit: 0 converged or all well, 3 incomplete or something does not hold, 4 cancelled, 5 paused, 1 failed, 2 usage.
`;
