/** Below the home folder. Read by the shells that hosts start hooks with, or that start a host: sh, bash, zsh, fish, PowerShell (their manuals, "startup files"). */
export const STARTUP_FILES = [
  '.profile',
  '.bashrc',
  '.bash_profile',
  '.bash_login',
  '.bash_aliases',
  '.zshenv',
  '.zshrc',
  '.zprofile',
  '.zlogin',
  '.config/fish/config.fish',
  '.config/fish/conf.d',
  'Documents/PowerShell/profile.ps1',
  'Documents/PowerShell/Microsoft.PowerShell_profile.ps1',
  'Documents/WindowsPowerShell/profile.ps1',
  'Documents/WindowsPowerShell/Microsoft.PowerShell_profile.ps1',
]
export const ZSH_FILES = ['.zshenv', '.zshrc', '.zprofile', '.zlogin']
