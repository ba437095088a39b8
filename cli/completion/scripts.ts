/**
 * The completion scripts of bash, zsh and fish. Each asks `git-hooks complete` with the words as they are,
 * never through a text that a shell would read again, and serves `git hooks` through git's own completion.
 *
 * @module
 */

/** The shells that have one. */
export const SHELLS = ["bash", "zsh", "fish"] as const;

/** One of them. */
export type Shell = typeof SHELLS[number];

// git's own completion calls _git_hooks with `words`, `cword` and, since git 2.31, `__git_cmd_idx` set, and
// loads this file for it (git-completion.bash, __git_complete_command()).
const BASH = `# bash completion of git-hooks, and of 'git hooks' through git's own completion

__git_hooks_complete ()
{
	local line value cur=\${!#}
	COMPREPLY=()
	while IFS= read -r line; do
		case $line in
		:files)
			compopt -o filenames +o nospace 2>/dev/null
			IFS=$'\\n' read -r -d '' -a COMPREPLY < <(compgen -f -- "\${cur#--*=}")
			;;
		:directories)
			compopt -o filenames +o nospace 2>/dev/null
			IFS=$'\\n' read -r -d '' -a COMPREPLY < <(compgen -d -- "\${cur#--*=}")
			;;
		?*)
			printf -v value %q "\${line%%$'\\t'*}"
			COMPREPLY+=("$value ")
			;;
		esac
	done < <(git-hooks complete -- "$@" 2>/dev/null)
}

_git_hooks ()
{
	local first=\${__git_cmd_idx-}
	if [ -z "$first" ]; then
		first=1
		while [ "$first" -lt "$cword" ] && [ "\${words[first]}" != hooks ]; do
			first=$((first + 1))
		done
	fi
	__git_hooks_complete "\${words[@]:first + 1:cword - first}"
}

# readline parts words at '=', and so COMP_WORDS has '--scope', '=' and 'local'.
__git_hooks_main ()
{
	local word last words=()
	for word in "\${COMP_WORDS[@]:1:COMP_CWORD}"; do
		last=\${#words[@]}
		if [ "$last" -gt 0 ] && { [[ \${words[last - 1]} == --*= ]] ||
			{ [ "$word" = = ] && [[ \${words[last - 1]} == --* ]]; }; }; then
			words[last - 1]+=$word
		else
			words+=("$word")
		fi
	done
	__git_hooks_complete "\${words[@]}"
}

complete -o bashdefault -o nospace -F __git_hooks_main git-hooks
`;

// zsh's own _git calls _git-hooks for 'git hooks', with the words from 'hooks' on.
const ZSH = `#compdef git-hooks
#description list, check, run, migrate and explain hooks

# zsh completion of git-hooks, and of 'git hooks' through zsh's own _git

_git-hooks () {
	local line value
	local -a described asked
	asked=("\${(@Q)words[2,CURRENT-1]}" "\${(Q)PREFIX}")
	[[ $PREFIX == --*=* ]] && compset -P '--*='
	for line in "\${(@f)$(git-hooks complete -- "\${asked[@]}" 2>/dev/null)}"; do
		case $line in
		('') ;;
		(:files) _files; return ;;
		(:directories) _files -/; return ;;
		(*)
			value=\${line%%$'\\t'*}
			described+=("\${value//:/\\\\:}:\${line#*$'\\t'}")
			;;
		esac
	done
	_describe -t git-hooks git-hooks described
}

if [[ \${funcstack[1]} == _git-hooks ]]; then
	_git-hooks "$@"
else
	compdef _git-hooks git-hooks
fi
`;

// fish's own completion of git asks for 'git-hooks' where it meets 'git hooks'.
const FISH = `# fish completion of git-hooks; fish's own completion of git uses it for 'git hooks'

function __git_hooks_complete
    set -l words (commandline -xpc 2>/dev/null; or commandline -opc)
    set -l current (commandline -ct)
    set -l prefix (string match -r -- '^--[^=]*=' "$current")
    for line in (git-hooks complete -- $words[2..-1] "$current" 2>/dev/null)
        switch $line
            case :files
                __fish_complete_path (string replace -- "$prefix" '' "$current") |
                    string replace -r '^' -- "$prefix"
            case :directories
                __fish_complete_directories (string replace -- "$prefix" '' "$current") '' |
                    string replace -r '^' -- "$prefix"
            case '*'
                printf '%s%s\\n' "$prefix" "$line"
        end
    end
end

complete -c git-hooks -f -k -a '(__git_hooks_complete)'
`;

/**
 * Gives the completion script of a shell.
 *
 * @param shell the shell
 * @returns the script
 */
export function completionScript(shell: Shell): string {
  switch (shell) {
    case "bash":
      return BASH;
    case "zsh":
      return ZSH;
    case "fish":
      return FISH;
  }
}
