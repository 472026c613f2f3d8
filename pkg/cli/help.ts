/**
 * What `mintid --help` says.
 *
 * @module
 */

export const HELP = `Usage: mintid <command>

  mint [uuidv4|uuidv7|ulid] [-n <count>]    make ids; uuidv7 and one where nothing is said
  inspect [<id>...]                         tell what ids are: kind, time, fields, every reading
      --before <time>                         no time from then on is plausible: a date, or now
  convert [<id>...]                         spell the same 128 bits as uuid, ulid, hex and bigint
      --to uuid|ulid|hex|bigint               as this one alone
      --from bigint                           the ids are decimal numbers

Ids that are not given as arguments are read from standard input, one a line. One that begins with a minus stands behind --.

  --json       one JSON object a line
  --help, -h   this text
  --version    the version

Exit code: 0; 2 where an argument or an id is wrong; 1 where no id can be made here.`;
