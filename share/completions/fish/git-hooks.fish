# fish completion of git-hooks; fish's own completion of git uses it for 'git hooks'

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
                printf '%s%s\n' "$prefix" "$line"
        end
    end
end

complete -c git-hooks -f -k -a '(__git_hooks_complete)'
