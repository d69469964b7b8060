/* SPDX-License-Identifier: MIT */
/* completion.c -- a script is the same few lines for every tool around one case of options.
 *
 * Bash cuts a line into words at = and : too, so the script first goes back to the option
 * that the value at hand belongs to:
 *
 *     --has = nag : 4,ch|     option --has=, list; before "4,", the word begins with "ch"
 *
 * Where a value may be left out, words are offered behind = only. In a list the words that
 * stand there already are not offered again. */
#include "io/completion.h"

/* How the value of an option is completed. */
enum how { NOTHING, WORDS, LIST, FILES };

static enum how how_of(const struct cp_option *option)
{
    const struct cp_values *values = option->values;
    if (values && values->takes_files)
        return FILES;
    if (values && (values->words || values->put_words || values->offered))
        return values->is_list ? LIST : WORDS;
    return strcmp(option->value, "FILE") == 0 ? FILES : NOTHING;
}

/* The words that its value may be, with blanks between. */
static void put_words(struct cp_buf *out, const struct cp_values *values, unsigned operand)
{
    if (values && values->words)
        cp_wordlist_put(out, values->words, ' ');
    else if (values && values->put_words)
        values->put_words(out, operand, ' ');
    else if (values && values->offered)
        cp_buf_puts(out, values->offered);
}

static bool asks_operand(const struct cp_options *o, const struct cp_option *option)
{
    return o->words && option->values && option->values->asks_operand;
}

/* ---- bash ---- */

/* -v | --variant | --variant=) how=words; words='coaip ...' ;; where the words depend on the first
 * operand: ; case $operand in games) words='a b' ;; ... esac */
static void put_bash_option(struct cp_buf *out, const struct cp_options *o,
                            const struct cp_option *option)
{
    static const char *const names[] = {
        [NOTHING] = "nothing", [WORDS] = "words", [LIST] = "list", [FILES] = "files"};
    if (!option->value)
        return;
    cp_buf_puts(out, "    ");
    if (option->letter)
        cp_buf_printf(out, cp_option_is_optional(option) ? "-%c= | " : "-%c | ", option->letter);
    if (!cp_option_is_optional(option))
        cp_buf_printf(out, "--%s | ", option->name);
    cp_buf_printf(out, "--%s=) how=%s", option->name, names[how_of(option)]);
    if (asks_operand(o, option)) {
        cp_buf_puts(out, "; case $operand in");
        for (const struct cp_word *w = o->words; w->word; w++) {
            cp_buf_printf(out, " %s) words='", w->word);
            put_words(out, option->values, w->bits);
            cp_buf_puts(out, "' ;;");
        }
        cp_buf_puts(out, " *) words='");
        put_words(out, option->values, CP_NO_OPERAND);
        cp_buf_puts(out, "' ;; esac");
    } else {
        struct cp_buf words = cp_buf_in(out->arena);
        put_words(&words, option->values, CP_NO_OPERAND);
        if (words.len)
            cp_buf_printf(out, "; words='%.*s'", CP_FMT(cp_buf_str(&words)));
    }
    cp_buf_puts(out, " ;;\n");
}

/* Which option the value at hand is of, what of it is finished, which operand there is. */
static const char bash_begin[] =
    "    local at=$((COMP_CWORD - 1)) cur=${COMP_WORDS[COMP_CWORD]} before= operand= words= how= "
    "word list\n"
    "    while [[ $at -gt 0 && ( ${COMP_WORDS[at]} == [:=] || ${COMP_WORDS[at + 1]} == : ) ]]; do\n"
    "        at=$((at - 1))\n"
    "    done\n"
    "    local option=${COMP_WORDS[at]}\n"
    "    [[ ${COMP_WORDS[at + 1]} != = ]] || option+==\n"
    "    [[ $cur != [:=] ]] || cur=\n";

static const char bash_end[] =
    "    case $how in\n"
    "    nothing) COMPREPLY=() ;;\n"
    "    files)\n"
    "        compopt -o filenames 2>/dev/null || :\n"
    "        mapfile -t COMPREPLY < <(compgen -f -W \"$words\" -P \"$before\" -- \"$cur\")\n"
    "        ;;\n"
    "    list)\n"
    "        compopt -o nospace 2>/dev/null || :\n"
    "        list=${cur%\"${cur##*,}\"} cur=${cur##*,}\n"
    "        [[ $cur != [-+]* ]] || { before+=$list${cur:0:1} cur=${cur:1} list=; }\n"
    "        mapfile -t COMPREPLY < <(\n"
    "            for word in $(compgen -W \"$words\" -- \"$cur\"); do\n"
    "                [[ ,$before$list == *[-+,]$word,* ]] || printf '%s\\n' \"$before$list$word\"\n"
    "            done\n"
    "        )\n"
    "        ;;\n"
    "    *) mapfile -t COMPREPLY < <(compgen -W \"$words\" -P \"$before\" -- \"$cur\") ;;\n"
    "    esac\n"
    "}\n";

void cp_completion_format_bash(struct cp_buf *out, const struct cp_options *o, const char *tool)
{
    cp_buf_printf(out, "# bash completion for %s\n_%s() {\n%s", tool, tool, bash_begin);
    if (o->words) { /* the operand, where there is one already */
        cp_buf_puts(out, "    for word in \"${COMP_WORDS[@]:1:COMP_CWORD-1}\"; do\n"
                         "        case $word in ");
        for (const struct cp_word *w = o->words; w->word; w++)
            cp_buf_printf(out, "%s%s", w > o->words ? " | " : "", w->word);
        cp_buf_puts(out, ") operand=$word ;; esac\n    done\n");
    }
    cp_buf_puts(out, "    case $cur in -[");
    CP_EACH_OPTION(option, o) /* the letters of those that take a value: -vcoaip is one word */
    if (option->letter && option->value && !cp_option_is_optional(option))
        cp_buf_putc(out, option->letter);
    cp_buf_puts(out, "]?*) option=${cur:0:2} before=${cur:0:2} cur=${cur:2} ;; esac\n"
                     "    case $option in\n");
    CP_EACH_OPTION(option, o)
    put_bash_option(out, o, option);
    cp_buf_puts(out, "    *)\n        case $cur in\n        -*) words='");
    const char *gap = "";
    CP_EACH_OPTION(option, o)
    {
        cp_buf_printf(out, "%s--%s", gap, option->name);
        gap = " ";
        if (option->letter)
            cp_buf_printf(out, " -%c", option->letter);
    }
    cp_buf_puts(out, "' ;;\n        *) ");
    if (o->words) {
        cp_buf_puts(out, "[ -z \"$operand\" ] && words='");
        cp_wordlist_put(out, o->words, ' ');
        cp_buf_puts(out, "' || ");
    }
    cp_buf_printf(out, "how=files ;;\n        esac\n        ;;\n    esac\n%s", bash_end);
    cp_buf_printf(out, "complete -F _%s %s\n", tool, tool);
}

/* ---- zsh ---- */

/* (A colon would end them.) */
static void put_zsh_words(struct cp_buf *out, const struct cp_values *values, unsigned operand)
{
    struct cp_buf words = cp_buf_in(out->arena);
    put_words(&words, values, operand);
    for (size_t i = 0; i < words.len; i++)
        cp_buf_printf(out, words.at[i] == ':' ? "\\%c" : "%c", words.at[i]);
}

/* What an option's value may be; by the first operand:
 * {case " $words " in *" games "*) _sequence compadd - a b ;; ... esac} */
static void put_zsh_action(struct cp_buf *out, const struct cp_options *o,
                           const struct cp_option *option)
{
    enum how how = how_of(option);
    if (asks_operand(o, option)) {
        cp_buf_puts(out, "{case \" $words \" in");
        for (const struct cp_word *w = o->words; w->word; w++) {
            cp_buf_printf(out, " *\" %s \"*) _sequence compadd - ", w->word);
            put_zsh_words(out, option->values, w->bits);
            cp_buf_puts(out, " ;;");
        }
        cp_buf_puts(out, " *) _sequence compadd - ");
        put_zsh_words(out, option->values, CP_NO_OPERAND);
        cp_buf_puts(out, " ;; esac}");
    } else if (how == FILES && option->values && option->values->words) {
        cp_buf_puts(out, "{compadd ");
        put_zsh_words(out, option->values, CP_NO_OPERAND);
        cp_buf_puts(out, "; _files}");
    } else if (how == FILES) {
        cp_buf_puts(out, "_files");
    } else if (how != NOTHING) {
        cp_buf_puts(out, how == LIST ? "_sequence compadd - " : "(");
        put_zsh_words(out, option->values, CP_NO_OPERAND);
        cp_buf_puts(out, how == LIST ? "" : ")");
    }
}

/* '*'{-v+,--variant=}'[help]:NAME:(coaip ...)' */
static void put_zsh_option(struct cp_buf *out, const struct cp_options *o,
                           const struct cp_option *option)
{
    bool is_optional = cp_option_is_optional(option);
    const char *equals = is_optional ? "=-" : option->value ? "=" : "";
    if (option->letter)
        cp_buf_printf(out, "  '*'{-%c%s,--%s%s}'[", option->letter,
                      is_optional     ? "=-"
                      : option->value ? "+"
                                      : "",
                      option->name, equals);
    else
        cp_buf_printf(out, "  '*--%s%s[", option->name, equals);
    /* in brackets in single quotes: what would end them goes */
    for (const char *c = option->help; *c && *c != '\n'; c++)
        if (*c == '\'')
            cp_buf_puts(out, "'\\''");
        else
            cp_buf_printf(out, strchr("[]:", *c) ? "\\%c" : "%c", *c);
    cp_buf_putc(out, ']');
    if (option->value) {
        cp_buf_printf(out, "%s:%s:", is_optional ? ":" : "",
                      is_optional ? option->name : option->value);
        put_zsh_action(out, o, option);
    }
    cp_buf_puts(out, "' \\\n");
}

void cp_completion_format_zsh(struct cp_buf *out, const struct cp_options *o, const char *tool)
{
    cp_buf_printf(out, "#compdef %s\n_arguments -s \\\n", tool);
    CP_EACH_OPTION(option, o)
    put_zsh_option(out, o, option);
    if (o->words) {
        cp_buf_puts(out, "  '1:what:(");
        cp_wordlist_put(out, o->words, ' ');
        cp_buf_puts(out, ")' \\\n");
    }
    cp_buf_puts(out, "  '*:file:_files'\n");
}
